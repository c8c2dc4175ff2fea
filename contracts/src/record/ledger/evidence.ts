import type { Stamp } from './entry';
import type { Sighting } from './timeRules';
import type { ChainVerifier } from './verifier';

/** A ledger as a device once saw it: its first `size` entries by their root in the log (base64). */
export interface SeenHead {
  readonly ledgerId: string;
  readonly size: number;
  readonly root: string;
  /** Epoch ms. */
  readonly seenAt: number;
  /**
   * Latest time (epoch ms) at which the ledger is known to have had nothing newer: the earlier of the device's clock at the
   * request and the server's clock.
   */
  readonly knownAt: number;
}

/** What the observed heads of a ledger say about time. */
export const sightingsOf = (ledgerId: string, seen: readonly SeenHead[]): Sighting[] =>
  seen.flatMap((head) =>
    head.ledgerId === ledgerId ? [{ size: head.size, at: head.knownAt }] : [],
  );

/** What a day's stamp says about time: its authority had the hash of the entry then. Null where it can't be read. */
export function sightingOfStamp({ seq }: Stamp, token: Uint8Array): Sighting | null {
  const info = infoOf(token);
  return info && { size: seq + 1, at: info.genTime };
}

/** The result of comparing observed heads with a ledger that holds. */
export interface HeadsVerdict {
  /** Number of this ledger's heads that were compared. */
  readonly compared: number;
  /** The shortest of those that it no longer begins with: `gone` if it is shorter, `other` if it has other entries. */
  readonly conflict: { readonly head: SeenHead; readonly now: 'gone' | 'other' } | null;
  /** The most recently seen head of a different ledger; null if there is none. */
  readonly earlierLedger: SeenHead | null;
}

/** A ledger that holds, as heads are compared with it. */
export interface Compared {
  readonly ledgerId: string;
  readonly chain: Pick<ChainVerifier, 'entryAt'>;
  /** The root of its log at a size, in base64; null where it has fewer entries. */
  readonly rootAt: (size: number) => string | null;
}

/** Compares observed heads with a whole ledger. */
export function checkHeads(ledger: Compared, seen: readonly SeenHead[]): HeadsVerdict {
  const own = seen.filter((head) => head.ledgerId === ledger.ledgerId);
  const lost = own
    .sort((one, other) => one.size - other.size)
    .find(({ size, root }) => ledger.rootAt(size) !== root);
  const others = seen.filter((head) => head.ledgerId !== ledger.ledgerId);
  const earlierLedger = others.sort((a, b) => b.seenAt - a.seenAt)[0] ?? null;
  if (!lost) return { compared: own.length, conflict: null, earlierLedger };
  const now = ledger.chain.entryAt(lost.size - 1) ? 'other' : 'gone';
  return { compared: own.length, conflict: { head: lost, now }, earlierLedger };
}

/** A fault of a stamp: in its token, or in the chain that no longer matches it. */
export type StampFault = 'unreadable' | 'other-content' | 'gone' | 'rewritten' | 'before-its-entry';

/** Allowed difference (ms) between the authority's clock and ours; demonstrations run up to a slot ahead. */
const CLOCKS_DIFFER_MS = 10 * 60_000;

const infoOf = (token: Uint8Array) => {
  try {
    return readTimeStampToken(token);
  } catch {
    return null;
  }
};

/**
 * Compares a day's stamp with a chain: the token must cover the chain's hash at that entry, and be no older than the
 * entry. The signature isn't verified.
 * @param token the stamp's token, as bytes
 * @returns null if the stamp is sound
 */
export function stampFault(
  chain: ChainVerifier,
  stamp: Stamp,
  token: Uint8Array,
): StampFault | null {
  const info = infoOf(token);
  if (!info || info.hashAlgorithm !== SHA256_OID) return 'unreadable';
  if (info.imprint !== stamp.hash) return 'other-content';
  const entry = chain.entryAt(stamp.seq);
  if (!entry) return 'gone';
  if (entry.hash !== info.imprint) return 'rewritten';
  return info.genTime + CLOCKS_DIFFER_MS < entry.at ? 'before-its-entry' : null;
}

/** The content of a time-stamp token, without its signature. */
export interface TimeStampInfo {
  /** Object identifier of the hash algorithm; SHA-256 is {@link SHA256_OID}. */
  readonly hashAlgorithm: string;
  /** The stamped hash, in hex. */
  readonly imprint: string;
  /** Time of the stamp by the authority's clock, epoch ms. */
  readonly genTime: number;
}

/** SHA-256 (RFC 5754). */
export const SHA256_OID = '2.16.840.1.101.3.4.2.1';

const SIGNED_DATA = '1.2.840.113549.1.7.2';

const TST_INFO = '1.2.840.113549.1.9.16.1.4';

const SEQUENCE = 0x30;

const OBJECT_ID = 0x06;

const OCTETS = 0x04;

const INTEGER = 0x02;

const SET = 0x31;

const CONTEXT_0 = 0xa0;

const GENERALIZED_TIME = 0x18;

const WRONG = 'Not a time-stamp token';

/** A DER value (X.690) and the bytes that follow it. */
interface Value {
  readonly tag: number;
  readonly content: Uint8Array;
  readonly rest: Uint8Array;
}

function read(bytes: Uint8Array): Value {
  const [tag, first] = bytes;
  if (tag === undefined || first === undefined) throw new TypeError(WRONG);
  const lengthBytes = first < 0x80 ? 0 : first & 0x7f;
  const start = 2 + lengthBytes;
  let length = first;
  if (lengthBytes > 0) length = bytes.slice(2, start).reduce((sum, byte) => sum * 256 + byte, 0);
  const isCut = start + length > bytes.length;
  if (first === 0x80 || lengthBytes > 4 || isCut) throw new TypeError(WRONG);
  return {
    tag,
    content: bytes.subarray(start, start + length),
    rest: bytes.subarray(start + length),
  };
}

/** The contents of the values at the beginning of `bytes`, which must have these tags. */
function take(bytes: Uint8Array, tags: readonly number[]): Uint8Array[] {
  let left = bytes;
  return tags.map((tag) => {
    const value = read(left);
    if (value.tag !== tag) throw new TypeError(WRONG);
    left = value.rest;
    return value.content;
  });
}

/** The last of the contents that {@link take} returns. */
const last = (bytes: Uint8Array, tags: readonly number[]): Uint8Array =>
  take(bytes, tags).at(-1) ?? bytes;

function objectId(content: Uint8Array): string {
  const arcs: number[] = [];
  let arc = 0;
  for (const byte of content) {
    arc = arc * 128 + (byte & 0x7f);
    if (byte >= 0x80) continue;
    arcs.push(arc);
    arc = 0;
  }
  const [head = 0, ...others] = arcs;
  const root = Math.min(2, Math.floor(head / 40));
  return [root, head - 40 * root, ...others].join('.');
}

const hexOf = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');

/** `20261120140501.5Z` in epoch ms (RFC 3161, 2.4.2). */
function timeOf(content: Uint8Array): number {
  const text = String.fromCharCode(...content);
  const [, year, month, day, hour, minute, second, fraction = ''] =
    /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)(\.\d+)?Z$/.exec(text) ?? [];
  const at = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
  if (Number.isNaN(at)) throw new TypeError(WRONG);
  return at + Math.floor(Number(`0${fraction}`) * 1000);
}

/** The content of `SEQUENCE { type, [0] content }`, whose type must be this object identifier. */
function contentOf(bytes: Uint8Array, type: string): Uint8Array {
  const [id = bytes, content = bytes] = take(bytes, [OBJECT_ID, CONTEXT_0]);
  if (objectId(id) !== type) throw new TypeError(WRONG);
  return content;
}

/**
 * Reads a time-stamp token (RFC 3161, DER). The signature isn't verified: that takes the authority's certificate.
 * @throws TypeError if the bytes aren't such a token
 */
export function readTimeStampToken(token: Uint8Array): TimeStampInfo {
  const signedData = last(contentOf(last(token, [SEQUENCE]), SIGNED_DATA), [SEQUENCE]);
  const encapsulated = contentOf(last(signedData, [INTEGER, SET, SEQUENCE]), TST_INFO);
  const info = last(last(encapsulated, [OCTETS]), [SEQUENCE]);
  const tags = [INTEGER, OBJECT_ID, SEQUENCE, INTEGER, GENERALIZED_TIME];
  const [, , imprint = info, , genTime = info] = take(info, tags);
  const [algorithm = info, hash = info] = take(imprint, [SEQUENCE, OCTETS]);
  return {
    hashAlgorithm: objectId(last(algorithm, [OBJECT_ID])),
    imprint: hexOf(hash),
    genTime: timeOf(genTime),
  };
}
