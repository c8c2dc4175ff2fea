export { EssentialRoom as default } from './EssentialRoom';
