export { AccountSetup as default } from './AccountSetup';
