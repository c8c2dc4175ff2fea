export { Audit as default } from './Audit';
