export { AccountHub as default } from './AccountHub';
