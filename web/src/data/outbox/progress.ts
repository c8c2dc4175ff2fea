import { observable } from '../observable';

/** How much of the file that is going up has arrived, from 0 to 1; null while none is. Known to the sending tab alone. */
export const uploading = observable<{ readonly id: string; readonly share: number } | null>(null);
