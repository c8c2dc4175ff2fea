export { CopyTrading as default } from './CopyTrading';
