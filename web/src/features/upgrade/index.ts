export { Upgrade as default } from './Upgrade';
