export { Community as default } from './Community';
