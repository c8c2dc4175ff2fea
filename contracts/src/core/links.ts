import { removeInvisible } from './visibleText';

/**
 * Web addresses, messenger names and phone numbers. Coarse on purpose, because a person reviews
 * every match.
 */
const CONTACT_PATTERNS = [
  /\bhttps?:|\bwww\.|\b(?:t|wa)\.me\b/i,
  /\b[a-z0-9-]{2,}\.(?:com|net|org|io|co|me|app|info|biz|link|site|online|shop|xyz|ng|gh|ke|za|uk)\b/i,
  /(?:^|[^\w.])@[a-z]\w{3,}/i,
  /\+\d(?:[\s().-]?\d){8,}|\b0\d{9,10}\b/,
];

export function hasLinkOrContact(text: string): boolean {
  const plain = removeInvisible(text).normalize('NFKC').replaceAll('\u3002', '.');
  return CONTACT_PATTERNS.some((pattern) => pattern.test(plain));
}
