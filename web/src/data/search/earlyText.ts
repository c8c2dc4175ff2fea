import { observable } from '../core/observable';

/** Text typed while the palette was loading. */
export const earlyText = observable('');
