import { createHash } from 'node:crypto';
import list from './breachedPasswords.json';

/** Bytes of each digest: by chance one in 28 billion passwords is mistaken for one on the list. */
const DIGEST_BYTES = 6;

let known: ReadonlySet<string> | undefined;

function digestsIn(text: string): ReadonlySet<string> {
  const hex = Buffer.from(text, 'base64').toString('hex');
  return new Set(hex.match(new RegExp(`.{${2 * DIGEST_BYTES}}`, 'g')));
}

/**
 * Whether a password is on the list of the most frequent ones in data breaches, which attackers try first. The list
 * contains only passwords that the password rules allow.
 */
export function isBreached(password: string): boolean {
  known ??= digestsIn(list.digests);
  const digest = createHash('sha256').update(password.normalize('NFC'), 'utf8').digest('hex');
  return known.has(digest.slice(0, 2 * DIGEST_BYTES));
}
