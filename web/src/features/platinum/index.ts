export { PlatinumStream as default } from './PlatinumStream';
