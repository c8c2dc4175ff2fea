export { System as default } from './System';
