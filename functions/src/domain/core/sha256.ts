import { createHash } from 'node:crypto';

/** Hex, over the text's UTF-8 bytes. */
export const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');
