/**
 * Loaded after the signals. One chunk, because each file lengthens the service worker's list.
 */
export { BesideBroker } from './BesideBroker';
export { RoomExtras } from './RoomExtras';
