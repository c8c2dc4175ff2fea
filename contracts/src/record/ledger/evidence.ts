import type { Stamp } from './entry';
import type { Sighting } from './timeRules';
import type { ChainVerifier } from './verifier';

export interface ObservedHead {
  readonly ledgerId: string;
  readonly size: number;
  readonly root: string;
  readonly seenAt: number;
  /**
   * When this was the newest head, epoch ms: the earlier of the device's and the server's clocks.
   */
  readonly knownAt: number;
}

export const toSightings = (ledgerId: string, heads: readonly ObservedHead[]): Sighting[] =>
  heads.flatMap((head) =>
    head.ledgerId === ledgerId ? [{ size: head.size, at: head.knownAt }] : [],
  );

export function toStampSighting({ seq }: Stamp, token: Uint8Array): Sighting | null {
  const info = tryReadToken(token);
  return info && { size: seq + 1, at: info.genTime };
}

export interface HeadsVerdict {
  readonly compared: number;
  /**
   * The smallest head that the ledger contradicts. `gone`: the ledger is shorter. `other`: its
   * entries differ.
   */
  readonly conflict: { readonly head: ObservedHead; readonly now: 'gone' | 'other' } | null;
  readonly earlierLedger: ObservedHead | null;
}

export interface ComparedLedger {
  readonly ledgerId: string;
  readonly chain: Pick<ChainVerifier, 'entryAt'>;
  readonly rootAt: (size: number) => string | null;
}

export function checkHeads(ledger: ComparedLedger, heads: readonly ObservedHead[]): HeadsVerdict {
  const comparedHeads = heads.filter((head) => head.ledgerId === ledger.ledgerId);
  const mismatch = comparedHeads
    .sort((a, b) => a.size - b.size)
    .find(({ size, root }) => ledger.rootAt(size) !== root);
  const otherHeads = heads.filter((head) => head.ledgerId !== ledger.ledgerId);
  const earlierLedger = otherHeads.sort((a, b) => b.seenAt - a.seenAt)[0] ?? null;
  if (!mismatch) return { compared: comparedHeads.length, conflict: null, earlierLedger };
  const now = ledger.chain.entryAt(mismatch.size - 1) ? 'other' : 'gone';
  return { compared: comparedHeads.length, conflict: { head: mismatch, now }, earlierLedger };
}

export type StampFault = 'unreadable' | 'other-content' | 'gone' | 'rewritten' | 'before-its-entry';

/** Tolerance between the authority's clock and ours. Demonstrations run up to a slot ahead. */
const CLOCK_TOLERANCE_MS = 10 * 60_000;

const tryReadToken = (token: Uint8Array) => {
  try {
    return readTimeStampToken(token);
  } catch {
    return null;
  }
};

/**
 * Null if the token covers the entry's hash and isn't older than the entry. Doesn't verify the
 * signature.
 */
export function findStampFault(
  chain: ChainVerifier,
  stamp: Stamp,
  token: Uint8Array,
): StampFault | null {
  const info = tryReadToken(token);
  if (!info || info.hashAlgorithm !== SHA256_OID) return 'unreadable';
  if (info.imprint !== stamp.hash) return 'other-content';
  const entry = chain.entryAt(stamp.seq);
  if (!entry) return 'gone';
  if (entry.hash !== info.imprint) return 'rewritten';
  return info.genTime + CLOCK_TOLERANCE_MS < entry.at ? 'before-its-entry' : null;
}

export interface TimeStampInfo {
  readonly hashAlgorithm: string;
  readonly imprint: string;
  readonly genTime: number;
}

export const SHA256_OID = '2.16.840.1.101.3.4.2.1';

const SIGNED_DATA_OID = '1.2.840.113549.1.7.2';

const TST_INFO_OID = '1.2.840.113549.1.9.16.1.4';

const SEQUENCE = 0x30;

const OBJECT_ID = 0x06;

const OCTET_STRING = 0x04;

const INTEGER = 0x02;

const SET = 0x31;

const CONTEXT_0 = 0xa0;

const GENERALIZED_TIME = 0x18;

const NOT_A_TOKEN = 'Not a time-stamp token';

interface DerValue {
  readonly tag: number;
  readonly content: Uint8Array;
  readonly remaining: Uint8Array;
}

function readValue(bytes: Uint8Array): DerValue {
  const [tag, lengthByte] = bytes;
  if (tag === undefined || lengthByte === undefined) throw new TypeError(NOT_A_TOKEN);
  const lengthBytes = lengthByte < 0x80 ? 0 : lengthByte & 0x7f;
  const start = 2 + lengthBytes;
  let length = lengthByte;
  if (lengthBytes > 0) length = bytes.slice(2, start).reduce((sum, byte) => sum * 256 + byte, 0);
  const isTruncated = start + length > bytes.length;
  if (lengthByte === 0x80 || lengthBytes > 4 || isTruncated) throw new TypeError(NOT_A_TOKEN);
  return {
    tag,
    content: bytes.subarray(start, start + length),
    remaining: bytes.subarray(start + length),
  };
}

function readValues(bytes: Uint8Array, tags: readonly number[]): Uint8Array[] {
  let remaining = bytes;
  return tags.map((tag) => {
    const value = readValue(remaining);
    if (value.tag !== tag) throw new TypeError(NOT_A_TOKEN);
    remaining = value.remaining;
    return value.content;
  });
}

const readLast = (bytes: Uint8Array, tags: readonly number[]): Uint8Array =>
  readValues(bytes, tags).at(-1) ?? bytes;

function parseObjectId(content: Uint8Array): string {
  const arcs: number[] = [];
  let arc = 0;
  for (const byte of content) {
    arc = arc * 128 + (byte & 0x7f);
    if (byte >= 0x80) continue;
    arcs.push(arc);
    arc = 0;
  }
  const [firstArc = 0, ...laterArcs] = arcs;
  const root = Math.min(2, Math.floor(firstArc / 40));
  return [root, firstArc - 40 * root, ...laterArcs].join('.');
}

const toHex = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');

function parseTime(content: Uint8Array): number {
  const text = String.fromCharCode(...content);
  const [, year, month, day, hour, minute, second, fraction = ''] =
    /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)(\.\d+)?Z$/.exec(text) ?? [];
  const at = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
  if (Number.isNaN(at)) throw new TypeError(NOT_A_TOKEN);
  return at + Math.floor(Number(`0${fraction}`) * 1000);
}

/** Reads the content of `SEQUENCE { type, [0] content }`, whose type must match. */
function readContent(bytes: Uint8Array, type: string): Uint8Array {
  const [id = bytes, content = bytes] = readValues(bytes, [OBJECT_ID, CONTEXT_0]);
  if (parseObjectId(id) !== type) throw new TypeError(NOT_A_TOKEN);
  return content;
}

/**
 * RFC 3161, DER. Doesn't verify the signature, which requires the authority's certificate.
 * @throws TypeError if the bytes aren't such a token
 */
export function readTimeStampToken(token: Uint8Array): TimeStampInfo {
  const signedContent = readContent(readLast(token, [SEQUENCE]), SIGNED_DATA_OID);
  const signedData = readLast(signedContent, [SEQUENCE]);
  const contentInfo = readLast(signedData, [INTEGER, SET, SEQUENCE]);
  const encapsulatedContent = readContent(contentInfo, TST_INFO_OID);
  const info = readLast(readLast(encapsulatedContent, [OCTET_STRING]), [SEQUENCE]);
  const tags = [INTEGER, OBJECT_ID, SEQUENCE, INTEGER, GENERALIZED_TIME];
  const [, , imprint = info, , genTime = info] = readValues(info, tags);
  const [algorithm = info, hash = info] = readValues(imprint, [SEQUENCE, OCTET_STRING]);
  return {
    hashAlgorithm: parseObjectId(readLast(algorithm, [OBJECT_ID])),
    imprint: toHex(hash),
    genTime: parseTime(genTime),
  };
}
