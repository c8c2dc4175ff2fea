export { ActivateScreen as default } from './ActivateScreen';
