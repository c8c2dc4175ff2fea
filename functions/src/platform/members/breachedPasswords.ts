import { createHash } from 'node:crypto';
import list from './breachedPasswords.json';

/** Bytes of each digest: by chance one in 28 thousand million passwords is taken for one on the list. */
const DIGEST_BYTES = 6;

let known: ReadonlySet<string> | undefined;

function digestsIn(text: string): ReadonlySet<string> {
  const hex = Buffer.from(text, 'base64').toString('hex');
  return new Set(hex.match(new RegExp(`.{${2 * DIGEST_BYTES}}`, 'g')));
}

/**
 * Whether a password stands on the list of those that turn up most in data breaches: whoever tries passwords tries them first.
 * The list holds those alone that the rules for passwords allow.
 */
export function isBreached(password: string): boolean {
  known ??= digestsIn(list.digests);
  const digest = createHash('sha256').update(password.normalize('NFC'), 'utf8').digest('hex');
  return known.has(digest.slice(0, 2 * DIGEST_BYTES));
}
