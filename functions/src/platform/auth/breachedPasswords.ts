import { createHash } from 'node:crypto';
import list from './breachedPasswords.json';

/** At this length, one in 14 billion passwords is mistaken for one on the list. */
const DIGEST_BYTES = 6;

let breachedDigests: ReadonlySet<string> | undefined;

function decodeDigests(text: string): ReadonlySet<string> {
  const hex = Buffer.from(text, 'base64').toString('hex');
  return new Set(hex.match(new RegExp(`.{${2 * DIGEST_BYTES}}`, 'g')));
}

/** Checks the most frequent breached passwords that the other password rules accept. */
export function isBreached(password: string): boolean {
  breachedDigests ??= decodeDigests(list.digests);
  const digest = createHash('sha256').update(password.normalize('NFC'), 'utf8').digest('hex');
  return breachedDigests.has(digest.slice(0, 2 * DIGEST_BYTES));
}
