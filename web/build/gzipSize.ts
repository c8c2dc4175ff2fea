import { gzipSync } from 'node:zlib';

/** Bytes that a text takes on the wire, gzip level 9. */
export const gzipSize = (text: string): number => gzipSync(text, { level: 9 }).length;
