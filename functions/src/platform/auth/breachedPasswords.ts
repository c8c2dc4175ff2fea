import { createHash } from 'node:crypto';
import list from './breachedPasswords.json';

/** Bytes of each digest: by chance one in 14 billion passwords is mistaken for one on the list. */
const DIGEST_BYTES = 6;

let known: ReadonlySet<string> | undefined;

function digestsIn(text: string): ReadonlySet<string> {
  const hex = Buffer.from(text, 'base64').toString('hex');
  return new Set(hex.match(new RegExp(`.{${2 * DIGEST_BYTES}}`, 'g')));
}

/**
 * Whether a password is among the most frequent ones in data breaches, which attackers try first: those that the rules of
 * the sign-up allow, and those of eight characters, which a reset takes.
 */
export function isBreached(password: string): boolean {
  known ??= digestsIn(list.digests);
  const digest = createHash('sha256').update(password.normalize('NFC'), 'utf8').digest('hex');
  return known.has(digest.slice(0, 2 * DIGEST_BYTES));
}
