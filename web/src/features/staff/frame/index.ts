export { Console as default, type ConsoleTab } from './Console';
