export { LiveCounter as default } from './LiveCounter';
