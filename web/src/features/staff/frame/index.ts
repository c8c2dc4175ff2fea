export { Console as default } from './Console';
