export { SignalHistory as default } from './SignalHistory';
