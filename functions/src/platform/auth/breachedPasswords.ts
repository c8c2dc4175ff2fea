import { createHash } from 'node:crypto';
import list from './breachedPasswords.json';

/** One in 14 billion passwords is mistaken for one on the list. */
const DIGEST_BYTES = 6;

let breachedDigests: ReadonlySet<string> | undefined;

function decodeDigests(text: string): ReadonlySet<string> {
  const hex = Buffer.from(text, 'base64').toString('hex');
  return new Set(hex.match(new RegExp(`.{${2 * DIGEST_BYTES}}`, 'g')));
}

/**
 * Checks the most frequent passwords of data breaches: those that sign-up allows, and those of
 * eight characters, which a reset accepts.
 */
export function isBreached(password: string): boolean {
  breachedDigests ??= decodeDigests(list.digests);
  const digest = createHash('sha256').update(password.normalize('NFC'), 'utf8').digest('hex');
  return breachedDigests.has(digest.slice(0, 2 * DIGEST_BYTES));
}
