import { createPrivateKey, createPublicKey, hkdfSync, sign, verify } from 'node:crypto';
import {
  COSIGNATURE,
  cosignatureLine,
  cosignedText,
  noteWith,
  type NoteKey,
  signatureLine,
  verifierKey,
  type VerifyEd25519,
} from '@quantalgo/contracts';

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

/** An Ed25519 key that is derived from the text of a secret alone, for one purpose. */
function derivedKey(secret: string, purpose: string) {
  const seed = Buffer.from(hkdfSync('sha256', secret, '', purpose, 32));
  const privateKey = createPrivateKey({
    key: Buffer.concat([PKCS8, seed]),
    format: 'der',
    type: 'pkcs8',
  });
  const spki = createPublicKey(privateKey).export({ format: 'der', type: 'spki' });
  const publicKey = spki.subarray(-PUBLIC_KEY_BYTES);
  return {
    keyOf: (name: string): NoteKey => ({ name, publicKey }),
    sign: (text: string) => sign(null, Buffer.from(text), privateKey),
  };
}

/** A signer whose Ed25519 key is derived from the text of a secret alone. */
export function noteSignerOf(secret: string): NoteSigner {
  const key = derivedKey(secret, 'checkpoints');
  return {
    note: (name, text) => noteWith(text, [signatureLine(key.keyOf(name), key.sign(text))]),
    verifierKey: (name) => verifierKey(key.keyOf(name)),
  };
}

/** Cosigns checkpoints under a name (C2SP tlog-cosignature). */
export interface Cosigner {
  /** The line of the cosignature of a checkpoint's text, at a time (epoch ms). */
  readonly line: (text: string, at: number) => string;
  /** The key that checks it, as other tools read it. */
  readonly verifierKey: string;
}

/** A witness's cosigner, whose Ed25519 key is derived from the text of a secret alone. */
export function cosignerOf(name: string, secret: string): Cosigner {
  const key = derivedKey(secret, 'cosignatures');
  return {
    line(text, at) {
      const time = Math.floor(at / 1000);
      return cosignatureLine(key.keyOf(name), time, key.sign(cosignedText(text, time)));
    },
    verifierKey: verifierKey(key.keyOf(name), COSIGNATURE),
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
