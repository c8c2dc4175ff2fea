export { Codes as default } from './Codes';
