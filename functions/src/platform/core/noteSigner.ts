import { createPrivateKey, createPublicKey, hkdfSync, sign, verify } from 'node:crypto';
import {
  formatNote,
  type NoteKey,
  formatSignature,
  formatVerifierKey,
  type VerifyEd25519,
} from '@quantalgo/contracts/record/log/checkpoint';

/** Signs in the C2SP signed-note format. */
export interface NoteSigner {
  /** `text` must end with a line feed. */
  readonly signNote: (name: string, text: string) => string;
  readonly createVerifierKey: (name: string) => string;
}

/** Precedes the 32 bytes of a private Ed25519 key (RFC 8410, 7). */
const PKCS8_PREFIX = Buffer.from('302e020100300506032b657004220420', 'hex');

/** Precedes the 32 bytes of a public Ed25519 key (RFC 8410, 4). */
const SPKI_PREFIX = Buffer.from('302a300506032b6570032100', 'hex');

const PUBLIC_KEY_BYTES = 32;

export function createNoteSigner(secret: string): NoteSigner {
  const seed = Buffer.from(hkdfSync('sha256', secret, '', 'checkpoints', 32));
  const privateKey = createPrivateKey({
    key: Buffer.concat([PKCS8_PREFIX, seed]),
    format: 'der',
    type: 'pkcs8',
  });
  const spki = createPublicKey(privateKey).export({ format: 'der', type: 'spki' });
  const publicKey = spki.subarray(-PUBLIC_KEY_BYTES);
  const toNoteKey = (name: string): NoteKey => ({ name, publicKey });
  const signText = (text: string) => sign(null, Buffer.from(text), privateKey);
  return {
    signNote: (name, text) => formatNote(text, [formatSignature(toNoteKey(name), signText(text))]),
    createVerifierKey: (name) => formatVerifierKey(toNoteKey(name)),
  };
}

export const verifyEd25519: VerifyEd25519 = (publicKey, signature, message) =>
  verify(
    null,
    message,
    { key: Buffer.concat([SPKI_PREFIX, publicKey]), format: 'der', type: 'spki' },
    signature,
  );
