export { SignalPage as default } from './SignalPage';
