import { observable } from '../core/observable';

/** What was typed while the palette was loading. */
export const earlyText = observable('');
