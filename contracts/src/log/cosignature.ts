import { utf8 } from '../ledger/sha256';
import {
  COSIGNATURE,
  keyIdOf,
  type NoteKey,
  signatureLine,
  signedNoteOf,
  type VerifyEd25519,
} from './checkpoint';

/** Bytes of the time before a cosignature's Ed25519 signature. */
const TIME_BYTES = 8;

/**
 * What a witness signs (C2SP tlog-cosignature): that it saw this checkpoint, and no other history before it, at a time.
 * @param text of the checkpoint
 * @param time in seconds since 1970
 */
export const cosignedText = (text: string, time: number): string =>
  `cosignature/v1\ntime ${time}\n${text}`;

/** The line of a witness's cosignature below a checkpoint. */
export function cosignatureLine(key: NoteKey, time: number, signature: Uint8Array): string {
  const stamped = new Uint8Array(TIME_BYTES + signature.length);
  new DataView(stamped.buffer).setBigUint64(0, BigInt(time));
  stamped.set(signature, TIME_BYTES);
  return signatureLine(key, stamped, COSIGNATURE);
}

/** A witness that cosigned, and when it said that it did (epoch ms). */
export interface Cosigner {
  readonly name: string;
  readonly at: number;
}

/**
 * Which of these witnesses cosigned a checkpoint: each at most once. Signatures of others count for nothing.
 * @throws TypeError where the note isn't a signed note
 */
export async function cosignersOf(
  note: string,
  witnesses: readonly NoteKey[],
  verify: VerifyEd25519,
): Promise<Cosigner[]> {
  const { text, signatures } = signedNoteOf(note);
  const found: Cosigner[] = [];
  for (const witness of witnesses) {
    const keyId = keyIdOf(witness, COSIGNATURE);
    const own = signatures.find((one) => one.name === witness.name && one.keyId === keyId);
    if (!own || own.signature.length <= TIME_BYTES) continue;
    const { buffer, byteOffset } = own.signature;
    const time = Number(new DataView(buffer, byteOffset).getBigUint64(0));
    const message = utf8(cosignedText(text, time));
    if (await verify(witness.publicKey, own.signature.subarray(TIME_BYTES), message))
      found.push({ name: witness.name, at: time * 1000 });
  }
  return found;
}
