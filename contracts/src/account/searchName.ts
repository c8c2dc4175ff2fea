import { straightenApostrophes } from '../core/identity';
import { removeInvisible } from '../core/visibleText';

/** Staff find a name without its accents and with any apostrophe. Stored as `nameLower`. */
export function toSearchName(name: string): string {
  // NFKD turns a spacing acute accent into a space with an accent.
  const decomposed = removeInvisible(straightenApostrophes(name)).normalize('NFKD');
  return straightenApostrophes(decomposed)
    .replace(/\p{M}/gu, '')
    .replace(/[\p{Z}\s]+/gu, ' ')
    .trim()
    .toLowerCase();
}
