export { ForgotScreen as default } from './ForgotScreen';
