import { straightenApostrophes } from '../core/identity';

/** Staff find a name without its accents and with any apostrophe. Stored as `nameLower`. */
export const toSearchName = (name: string): string =>
  // Before NFKD, which turns a spacing acute accent into a space with an accent.
  straightenApostrophes(name)
    .normalize('NFKD')
    .replace(/[\p{M}\p{Cf}]/gu, '')
    .replace(/\s+/g, ' ')
    .trim()
    .toLowerCase();
