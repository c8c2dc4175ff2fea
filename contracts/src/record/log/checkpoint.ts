import { joined, sha256, utf8 } from '../../core/sha256';
import { base64Of, bytesOf64 } from './base64';
import type { TreeHead } from './proofs';
import { HASH_BYTES } from './tree';

/** A log's tree at one moment (C2SP tlog-checkpoint). */
export interface Checkpoint extends TreeHead {
  /** The log's name, for ever. */
  readonly origin: string;
}

const ORIGIN = 'quantalgo/ledger/';

/**
 * The log's name in its checkpoints: another ledger is another log. Names of keys have neither blanks nor plus signs.
 */
export const logOriginOf = (ledgerId: string): string => ORIGIN + encodeURIComponent(ledgerId);

/**
 * The id of the ledger whose log has this name.
 * @throws TypeError where it is no ledger's
 */
export function ledgerOfOrigin(origin: string): string {
  try {
    const ledgerId = decodeURIComponent(origin.slice(ORIGIN.length));
    if (logOriginOf(ledgerId) === origin) return ledgerId;
  } catch (error) {
    throw new TypeError(WRONG_CHECKPOINT, { cause: error });
  }
  throw new TypeError(WRONG_CHECKPOINT);
}

/** An Ed25519 key that signs notes (C2SP signed-note). */
export interface NoteKey {
  readonly name: string;
  /** 32 bytes. */
  readonly publicKey: Uint8Array;
}

/** A signed note: its text, which ends with a line feed, and the lines of its signatures. */
export interface SignedNote {
  readonly text: string;
  readonly signatures: readonly {
    readonly name: string;
    /** 8 hex digits that tell keys of one name apart. */
    readonly keyId: string;
    readonly signature: Uint8Array;
  }[];
}

/** Signature type of Ed25519 (C2SP signed-note). */
const ED25519 = 1;

const PUBLIC_KEY_BYTES = 32;

const KEY_ID_BYTES = 4;

const WRONG_NOTE = 'Not a signed note';

const WRONG_CHECKPOINT = 'Not a checkpoint';

const hexOf = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');

const typedKey = ({ publicKey }: NoteKey) => joined([ED25519], publicKey);

const keyIdBytes = (key: NoteKey): Uint8Array =>
  sha256(joined(utf8(`${key.name}\n`), typedKey(key))).subarray(0, KEY_ID_BYTES);

/** The 8 hex digits that tell a key from others of its name. */
export const keyIdOf = (key: NoteKey): string => hexOf(keyIdBytes(key));

/** A key as other tools read it: `<name>+<id>+<base64>`. */
export const verifierKey = (key: NoteKey): string =>
  `${key.name}+${keyIdOf(key)}+${base64Of(typedKey(key))}`;

/**
 * The key that {@link verifierKey} wrote.
 * @throws TypeError where it is none, or its id isn't its own
 */
export function keyOfVerifier(text: string): NoteKey {
  const [, name = '', keyId, encoded = ''] = /^([^+\s]+)\+([0-9a-f]{8})\+(\S+)$/.exec(text) ?? [];
  const [type, ...publicKey] = bytesOf64(encoded);
  const key = { name, publicKey: Uint8Array.from(publicKey) };
  const isKey = type === ED25519 && publicKey.length === PUBLIC_KEY_BYTES;
  if (!isKey || keyIdOf(key) !== keyId) throw new TypeError('Not a verifier key');
  return key;
}

/** The text of a checkpoint that is signed. */
export const checkpointText = ({ origin, size, root }: Checkpoint): string =>
  `${origin}\n${size}\n${base64Of(root)}\n`;

const CHECKPOINT = /^([^\n]+)\n(0|[1-9]\d{0,15})\n([^\n]+)\n(?:[^\n]+\n)*$/;

/**
 * The checkpoint with this text, which may have lines of extensions.
 * @throws TypeError where it is none
 */
export function checkpointOf(text: string): Checkpoint {
  const [, origin = '', size, root = ''] = CHECKPOINT.exec(text) ?? [];
  const checkpoint = { origin, size: Number(size), root: bytesOf64(root) };
  if (!Number.isSafeInteger(checkpoint.size) || checkpoint.root.length !== HASH_BYTES)
    throw new TypeError(WRONG_CHECKPOINT);
  return checkpoint;
}

/** The line of a signature below a note. */
export const signatureLine = (key: NoteKey, signature: Uint8Array): string =>
  `— ${key.name} ${base64Of(joined(keyIdBytes(key), signature))}\n`;

/** A note with the lines of its signatures. */
export const noteWith = (text: string, lines: readonly string[]): string =>
  `${text}\n${lines.join('')}`;

function signatureOf(line: string): SignedNote['signatures'][number] {
  const [, name, encoded = ''] = /^— ([^+\s]+) (\S+)$/.exec(line) ?? [];
  const bytes = bytesOf64(encoded);
  if (name === undefined || bytes.length <= KEY_ID_BYTES) throw new TypeError(WRONG_NOTE);
  return {
    name,
    keyId: hexOf(bytes.subarray(0, KEY_ID_BYTES)),
    signature: bytes.subarray(KEY_ID_BYTES),
  };
}

/**
 * A signed note's parts. No signature is checked.
 * @throws TypeError where it isn't one
 */
export function signedNoteOf(note: string): SignedNote {
  const end = note.lastIndexOf('\n\n');
  const lines = note.slice(end + 2).split('\n');
  if (end < 0 || lines.length < 2 || lines.pop() !== '') throw new TypeError(WRONG_NOTE);
  return { text: note.slice(0, end + 1), signatures: lines.map(signatureOf) };
}

/** Checks an Ed25519 signature (RFC 8032): Node's, a browser's, or a library's. */
export type VerifyEd25519 = (
  publicKey: Uint8Array,
  signature: Uint8Array,
  message: Uint8Array,
) => boolean | Promise<boolean>;

/**
 * The checkpoint in a note, where this key of the log signed it; otherwise null. Signatures of unknown keys count for
 * nothing.
 * @throws TypeError where it isn't a signed note, or is one of something else
 */
export async function openCheckpoint(
  note: string,
  key: NoteKey,
  verify: VerifyEd25519,
): Promise<Checkpoint | null> {
  const { text, signatures } = signedNoteOf(note);
  const keyId = keyIdOf(key);
  const own = signatures.find((one) => one.name === key.name && one.keyId === keyId);
  const isSigned = own && (await verify(key.publicKey, own.signature, utf8(text)));
  return isSigned === true ? checkpointOf(text) : null;
}
