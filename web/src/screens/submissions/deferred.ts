/* Loaded after the form has appeared, because filling it in takes a while. */

export { Delivery } from './Delivery';
export { prepareFile } from './prepareFile';
export { SharedFile } from './SharedFile';
