export { SignalRoom as default } from './SignalRoom';
