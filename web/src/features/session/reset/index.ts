export { ResetScreen as default } from './ResetScreen';
