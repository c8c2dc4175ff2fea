export { Setups as default } from './Setups';
