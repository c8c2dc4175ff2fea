import { createPrivateKey, createPublicKey, hkdfSync, sign } from 'node:crypto';
import { noteWith, type NoteKey, signatureLine, verifierKey } from '@quantalgo/contracts';

/** Signs notes under any name (C2SP signed-note). */
export interface NoteSigner {
  /** A note with this text, which ends with a line feed, and the signature of this name. */
  readonly note: (name: string, text: string) => string;
  /** The key that checks the notes of this name, as other tools read it. */
  readonly verifierKey: (name: string) => string;
}

/** What stands before the 32 bytes of an Ed25519 key in PKCS #8 (RFC 8410, 7). */
const PKCS8 = Buffer.from('302e020100300506032b657004220420', 'hex');

const PUBLIC_KEY_BYTES = 32;

/** A signer whose Ed25519 key is derived from the text of a secret alone. */
export function noteSignerOf(secret: string): NoteSigner {
  const seed = Buffer.from(hkdfSync('sha256', secret, '', 'checkpoints', 32));
  const privateKey = createPrivateKey({
    key: Buffer.concat([PKCS8, seed]),
    format: 'der',
    type: 'pkcs8',
  });
  const spki = createPublicKey(privateKey).export({ format: 'der', type: 'spki' });
  const publicKey = spki.subarray(-PUBLIC_KEY_BYTES);
  const keyOf = (name: string): NoteKey => ({ name, publicKey });
  return {
    note: (name, text) =>
      noteWith(text, [signatureLine(keyOf(name), sign(null, Buffer.from(text), privateKey))]),
    verifierKey: (name) => verifierKey(keyOf(name)),
  };
}
