import { removeInvisible } from './visibleText';

/**
 * Ways out of the room: addresses of pages, names in messengers and numbers of phones. Deliberately coarse: what is found
 * waits for a person to look at it.
 */
const WAYS_OUT = [
  /\bhttps?:|\bwww\.|\b(?:t|wa)\.me\b/i,
  /\b[a-z0-9-]{2,}\.(?:com|net|org|io|co|me|app|info|biz|link|site|online|shop|xyz|ng|gh|ke|za|uk)\b/i,
  /(?:^|[^\w.])@[a-z]\w{3,}/i,
  /\+\d(?:[\s().-]?\d){8,}|\b0\d{9,10}\b/,
];

/** True for a text that leads elsewhere: to a page, a messenger or a phone. */
export function hasLink(text: string): boolean {
  const plain = removeInvisible(text).normalize('NFKC').replaceAll('\u3002', '.');
  return WAYS_OUT.some((way) => way.test(plain));
}
