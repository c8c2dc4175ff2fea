function findPrimes(count: number): number[] {
  const result: number[] = [];
  for (let n = 2; result.length < count; n += 1)
    if (result.every((p) => n % p !== 0)) result.push(n);
  return result;
}

const getFractionBits = (value: number): number =>
  Math.floor((value - Math.floor(value)) * 2 ** 32) | 0;

/**
 * The first 32 bits of the fractional parts of the primes' cube and square roots (FIPS 180-4, 4.2.2
 * and 5.3.3).
 */
const ROUND_CONSTANTS = Int32Array.from(findPrimes(64), (prime) =>
  getFractionBits(Math.cbrt(prime)),
);
const INITIAL_STATE = Int32Array.from(findPrimes(8), (prime) => getFractionBits(Math.sqrt(prime)));

const BLOCK_BYTES = 64;
const schedule = new Int32Array(64);
const state = new Int32Array(8);
const getWord = (at: number): number => state[at] ?? 0;
let message = new Uint8Array(4096);

function expandBlock(bytes: Uint8Array, offset: number): void {
  const w = schedule;
  for (let i = 0, at = offset; i < 16; i += 1, at += 4)
    w[i] =
      ((bytes[at] ?? 0) << 24) |
      ((bytes[at + 1] ?? 0) << 16) |
      ((bytes[at + 2] ?? 0) << 8) |
      (bytes[at + 3] ?? 0);
  for (let i = 16; i < 64; i += 1) {
    const x = w[i - 15] ?? 0;
    const y = w[i - 2] ?? 0;
    const s0 = ((x >>> 7) | (x << 25)) ^ ((x >>> 18) | (x << 14)) ^ (x >>> 3);
    const s1 = ((y >>> 17) | (y << 15)) ^ ((y >>> 19) | (y << 13)) ^ (y >>> 10);
    w[i] = ((w[i - 16] ?? 0) + s0 + (w[i - 7] ?? 0) + s1) | 0;
  }
}

function compressBlock(bytes: Uint8Array, offset: number): void {
  expandBlock(bytes, offset);
  let a = getWord(0);
  let b = getWord(1);
  let c = getWord(2);
  let d = getWord(3);
  let e = getWord(4);
  let f = getWord(5);
  let g = getWord(6);
  let h = getWord(7);
  for (let i = 0; i < 64; i += 1) {
    const s1 = ((e >>> 6) | (e << 26)) ^ ((e >>> 11) | (e << 21)) ^ ((e >>> 25) | (e << 7));
    const t1 = (h + s1 + (g ^ (e & (f ^ g))) + (ROUND_CONSTANTS[i] ?? 0) + (schedule[i] ?? 0)) | 0;
    const s0 = ((a >>> 2) | (a << 30)) ^ ((a >>> 13) | (a << 19)) ^ ((a >>> 22) | (a << 10));
    const t2 = (s0 + ((a & b) | (c & (a | b)))) | 0;
    h = g;
    g = f;
    f = e;
    e = (d + t1) | 0;
    d = c;
    c = b;
    b = a;
    a = (t1 + t2) | 0;
  }
  state[0] = getWord(0) + a;
  state[1] = getWord(1) + b;
  state[2] = getWord(2) + c;
  state[3] = getWord(3) + d;
  state[4] = getWord(4) + e;
  state[5] = getWord(5) + f;
  state[6] = getWord(6) + g;
  state[7] = getWord(7) + h;
}

function encodeMessage(text: string): number {
  let at = 0;
  for (let i = 0; i < text.length; i += 1) {
    const unit = text.charCodeAt(i);
    if (unit < 0x80) {
      message[at++] = unit;
      continue;
    }
    const code = text.codePointAt(i) ?? unit;
    if (code < 0x800) {
      message[at++] = 0xc0 | (code >> 6);
      message[at++] = 0x80 | (code & 63);
    } else {
      if (code < 0x10000) message[at++] = 0xe0 | (code >> 12);
      else {
        message[at++] = 0xf0 | (code >> 18);
        message[at++] = 0x80 | ((code >> 12) & 63);
        i += 1;
      }
      message[at++] = 0x80 | ((code >> 6) & 63);
      message[at++] = 0x80 | (code & 63);
    }
  }
  return at;
}

function ensureCapacity(bytes: number): void {
  if (message.length < bytes + 2 * BLOCK_BYTES) message = new Uint8Array(bytes + 2 * BLOCK_BYTES);
}

/** Pads and hashes the first `length` bytes of `message` (FIPS 180-4, 5.1.1). */
function hashMessage(length: number): void {
  const paddedLength = Math.ceil((length + 9) / BLOCK_BYTES) * BLOCK_BYTES;
  message.fill(0, length, paddedLength);
  message[length] = 0x80;
  const bits = length * 8;
  for (let i = 1; i <= 4; i += 1) message[paddedLength - i] = bits >>> (8 * (i - 1));
  state.set(INITIAL_STATE);
  for (let offset = 0; offset < paddedLength; offset += BLOCK_BYTES) compressBlock(message, offset);
}

const HEX = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'));

const toHex = (bits: number): string =>
  `${HEX[bits >>> 24]}${HEX[(bits >>> 16) & 255]}${HEX[(bits >>> 8) & 255]}${HEX[bits & 255]}`;

/**
 * Hashes the text's UTF-8, for texts without lone surrogates and below 512 MB. Synchronous, because
 * awaiting the browser's implementation for 100,000 short texts takes longer than hashing.
 */
export function sha256Hex(text: string): string {
  ensureCapacity(text.length * 3);
  hashMessage(encodeMessage(text));
  return formatState();
}

function formatState(): string {
  let hex = '';
  for (let i = 0; i < 8; i += 1) hex += toHex(getWord(i));
  return hex;
}

function hashParts(parts: readonly Uint8Array[]): void {
  let length = 0;
  for (const part of parts) length += part.length;
  ensureCapacity(length);
  let at = 0;
  for (const part of parts) {
    message.set(part, at);
    at += part.length;
  }
  hashMessage(length);
}

/**
 * Hashes the concatenated parts, below 512 MB. Synchronous for the same reason as {@link
 * sha256Hex}.
 */
export function sha256(...parts: readonly Uint8Array[]): Uint8Array {
  hashParts(parts);
  const hash = new Uint8Array(32);
  for (let i = 0; i < 32; i += 1) hash[i] = getWord(i >> 2) >>> (24 - 8 * (i & 3));
  return hash;
}

export function sha256BytesHex(...parts: readonly Uint8Array[]): string {
  hashParts(parts);
  return formatState();
}

export function concatBytes(...parts: readonly ArrayLike<number>[]): Uint8Array {
  const bytes = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}

export function encodeUtf8(text: string): Uint8Array {
  ensureCapacity(text.length * 3);
  return message.slice(0, encodeMessage(text));
}
