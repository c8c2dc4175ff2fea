export { Support as default } from './Support';
