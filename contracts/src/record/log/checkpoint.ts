import { concatBytes, sha256, encodeUtf8 } from '../../core/sha256';
import { encodeBase64, decodeBase64 } from './base64';
import type { TreeHead } from './proofs';
import { HASH_BYTES } from './tree';

/** The head of a log's tree (C2SP tlog-checkpoint). */
export interface Checkpoint extends TreeHead {
  readonly origin: string;
}

const ORIGIN_PREFIX = 'quantalgo/ledger/';

/** Each ledger has its own log. Encoded, because names must not contain spaces or plus signs. */
export const toLogOrigin = (ledgerId: string): string =>
  ORIGIN_PREFIX + encodeURIComponent(ledgerId);

export function parseLogOrigin(origin: string): string {
  try {
    const ledgerId = decodeURIComponent(origin.slice(ORIGIN_PREFIX.length));
    if (toLogOrigin(ledgerId) === origin) return ledgerId;
  } catch (error) {
    throw new TypeError(NOT_A_CHECKPOINT, { cause: error });
  }
  throw new TypeError(NOT_A_CHECKPOINT);
}

export interface NoteKey {
  readonly name: string;
  readonly publicKey: Uint8Array;
}

export interface SignedNote {
  readonly text: string;
  readonly signatures: readonly {
    readonly name: string;
    /** 8 hex digits. Distinguishes keys of the same name. */
    readonly keyId: string;
    readonly signature: Uint8Array;
  }[];
}

const ED25519 = 1;

const PUBLIC_KEY_BYTES = 32;

const KEY_ID_BYTES = 4;

const NOT_A_NOTE = 'Not a signed note';

const NOT_A_CHECKPOINT = 'Not a checkpoint';

const toHex = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');

const encodeKey = ({ publicKey }: NoteKey) => concatBytes([ED25519], publicKey);

const computeKeyId = (key: NoteKey): Uint8Array =>
  sha256(concatBytes(encodeUtf8(`${key.name}\n`), encodeKey(key))).subarray(0, KEY_ID_BYTES);

export const getKeyId = (key: NoteKey): string => toHex(computeKeyId(key));

export const formatVerifierKey = (key: NoteKey): string =>
  `${key.name}+${getKeyId(key)}+${encodeBase64(encodeKey(key))}`;

/**
 * Reverses {@link formatVerifierKey}.
 * @throws TypeError if the text isn't a key, or has the id of another key
 */
export function parseVerifierKey(text: string): NoteKey {
  const [, name = '', keyId, encodedKey = ''] =
    /^([^+\s]+)\+([0-9a-f]{8})\+(\S+)$/.exec(text) ?? [];
  const [type, ...publicKey] = decodeBase64(encodedKey);
  const key = { name, publicKey: Uint8Array.from(publicKey) };
  const isKey = type === ED25519 && publicKey.length === PUBLIC_KEY_BYTES;
  if (!isKey || getKeyId(key) !== keyId) throw new TypeError('Not a verifier key');
  return key;
}

export const formatCheckpoint = ({ origin, size, root }: Checkpoint): string =>
  `${origin}\n${size}\n${encodeBase64(root)}\n`;

const CHECKPOINT_PATTERN = /^([^\n]+)\n(0|[1-9]\d{0,15})\n([^\n]+)\n(?:[^\n]+\n)*$/;

/**
 * Ignores extension lines.
 * @throws TypeError if the text isn't a checkpoint
 */
export function parseCheckpoint(text: string): Checkpoint {
  const [, origin = '', size, root = ''] = CHECKPOINT_PATTERN.exec(text) ?? [];
  const checkpoint = { origin, size: Number(size), root: decodeBase64(root) };
  if (!Number.isSafeInteger(checkpoint.size) || checkpoint.root.length !== HASH_BYTES)
    throw new TypeError(NOT_A_CHECKPOINT);
  return checkpoint;
}

export const formatSignature = (key: NoteKey, signature: Uint8Array): string =>
  `— ${key.name} ${encodeBase64(concatBytes(computeKeyId(key), signature))}\n`;

export const formatNote = (text: string, lines: readonly string[]): string =>
  `${text}\n${lines.join('')}`;

function parseSignature(line: string): SignedNote['signatures'][number] {
  const [, name, encodedSignature = ''] = /^— ([^+\s]+) (\S+)$/.exec(line) ?? [];
  const bytes = decodeBase64(encodedSignature);
  if (name === undefined || bytes.length <= KEY_ID_BYTES) throw new TypeError(NOT_A_NOTE);
  return {
    name,
    keyId: toHex(bytes.subarray(0, KEY_ID_BYTES)),
    signature: bytes.subarray(KEY_ID_BYTES),
  };
}

/**
 * Doesn't verify signatures.
 * @throws TypeError if the text isn't a signed note
 */
export function parseSignedNote(note: string): SignedNote {
  const textEnd = note.lastIndexOf('\n\n');
  const lines = note.slice(textEnd + 2).split('\n');
  if (textEnd < 0 || lines.length < 2 || lines.pop() !== '') throw new TypeError(NOT_A_NOTE);
  return { text: note.slice(0, textEnd + 1), signatures: lines.map(parseSignature) };
}

export type VerifyEd25519 = (
  publicKey: Uint8Array,
  signature: Uint8Array,
  message: Uint8Array,
) => boolean | Promise<boolean>;

/**
 * Null unless this key signed the checkpoint. Ignores signatures of other keys.
 * @throws TypeError if the text isn't the signed note of a checkpoint
 */
export async function openCheckpoint(
  note: string,
  key: NoteKey,
  verify: VerifyEd25519,
): Promise<Checkpoint | null> {
  const { text, signatures } = parseSignedNote(note);
  const keyId = getKeyId(key);
  const match = signatures.find(
    (candidate) => candidate.name === key.name && candidate.keyId === keyId,
  );
  const isSigned = match && (await verify(key.publicKey, match.signature, encodeUtf8(text)));
  return isSigned === true ? parseCheckpoint(text) : null;
}
