import { createPrivateKey, createPublicKey, hkdfSync, sign, verify } from 'node:crypto';
import {
  noteWith,
  type NoteKey,
  signatureLine,
  verifierKey,
  type VerifyEd25519,
} from '@quantalgo/contracts/record/log/checkpoint';

/** Signs notes under any name (C2SP signed-note). */
export interface NoteSigner {
  /** A note with this text, which ends with a line feed, and the signature of this name. */
  readonly note: (name: string, text: string) => string;
  /** The key that checks the notes of this name, as other tools read it. */
  readonly verifierKey: (name: string) => string;
}

/** What stands before the 32 bytes of an Ed25519 key in PKCS #8 (RFC 8410, 7). */
const PKCS8 = Buffer.from('302e020100300506032b657004220420', 'hex');

/** What stands before the 32 bytes of a public one (RFC 8410, 4). */
const SPKI = Buffer.from('302a300506032b6570032100', 'hex');

const PUBLIC_KEY_BYTES = 32;

/** A signer whose Ed25519 key is derived from the text of a secret alone. */
export function createNoteSigner(secret: string): NoteSigner {
  const seed = Buffer.from(hkdfSync('sha256', secret, '', 'checkpoints', 32));
  const privateKey = createPrivateKey({
    key: Buffer.concat([PKCS8, seed]),
    format: 'der',
    type: 'pkcs8',
  });
  const spki = createPublicKey(privateKey).export({ format: 'der', type: 'spki' });
  const publicKey = spki.subarray(-PUBLIC_KEY_BYTES);
  const key = (name: string): NoteKey => ({ name, publicKey });
  const signed = (text: string) => sign(null, Buffer.from(text), privateKey);
  return {
    note: (name, text) => noteWith(text, [signatureLine(key(name), signed(text))]),
    verifierKey: (name) => verifierKey(key(name)),
  };
}

/** Node's check of an Ed25519 signature. */
export const verifyEd25519: VerifyEd25519 = (publicKey, signature, message) =>
  verify(
    null,
    message,
    { key: Buffer.concat([SPKI, publicKey]), format: 'der', type: 'spki' },
    signature,
  );
