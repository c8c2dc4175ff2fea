/** The first `count` primes. */
function primes(count: number): number[] {
  const found: number[] = [];
  for (let n = 2; found.length < count; n += 1) if (found.every((p) => n % p !== 0)) found.push(n);
  return found;
}

const fraction = (value: number): number => Math.floor((value - Math.floor(value)) * 2 ** 32) | 0;

/** FIPS 180-4, 4.2.2 and 5.3.3: the first 32 bits of the fractions of cube and square roots of the first primes. */
const ROUND = Int32Array.from(primes(64), (prime) => fraction(Math.cbrt(prime)));
const START = Int32Array.from(primes(8), (prime) => fraction(Math.sqrt(prime)));

const BLOCK = 64;
const schedule = new Int32Array(64);
const state = new Int32Array(8);
const word = (at: number): number => state[at] ?? 0;
let message = new Uint8Array(4096);

function expand(bytes: Uint8Array, offset: number): void {
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

/** Mixes the block at `offset` into the state (FIPS 180-4, 6.2.2). */
function compress(bytes: Uint8Array, offset: number): void {
  expand(bytes, offset);
  let a = word(0);
  let b = word(1);
  let c = word(2);
  let d = word(3);
  let e = word(4);
  let f = word(5);
  let g = word(6);
  let h = word(7);
  for (let i = 0; i < 64; i += 1) {
    const s1 = ((e >>> 6) | (e << 26)) ^ ((e >>> 11) | (e << 21)) ^ ((e >>> 25) | (e << 7));
    const t1 = (h + s1 + (g ^ (e & (f ^ g))) + (ROUND[i] ?? 0) + (schedule[i] ?? 0)) | 0;
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
  state[0] = word(0) + a;
  state[1] = word(1) + b;
  state[2] = word(2) + c;
  state[3] = word(3) + d;
  state[4] = word(4) + e;
  state[5] = word(5) + f;
  state[6] = word(6) + g;
  state[7] = word(7) + h;
}

/** Writes the text's UTF-8 bytes into `message`, which must have room for them; returns their number. */
function encode(text: string): number {
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

/** Makes `message` hold so many bytes and their padding. */
function makeRoom(bytes: number): void {
  if (message.length < bytes + 2 * BLOCK) message = new Uint8Array(bytes + 2 * BLOCK);
}

/** Hashes the first `length` bytes of `message` into the state, after padding them (FIPS 180-4, 5.1.1). */
function digest(length: number): void {
  const padded = Math.ceil((length + 9) / BLOCK) * BLOCK;
  message.fill(0, length, padded);
  message[length] = 0x80;
  const bits = length * 8;
  for (let i = 1; i <= 4; i += 1) message[padded - i] = bits >>> (8 * (i - 1));
  state.set(START);
  for (let offset = 0; offset < padded; offset += BLOCK) compress(message, offset);
}

const HEX = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'));

const hexOf = (bits: number): string =>
  `${HEX[bits >>> 24]}${HEX[(bits >>> 16) & 255]}${HEX[(bits >>> 8) & 255]}${HEX[bits & 255]}`;

/**
 * SHA-256 of a text's UTF-8 bytes, in hex, for texts without lone surrogates and below 512 MB. In plain code, because
 * the browser's implementation is asynchronous: for a hundred thousand short texts, waiting takes longer than hashing.
 */
export function sha256Hex(text: string): string {
  makeRoom(text.length * 3);
  digest(encode(text));
  return stateHex();
}

function stateHex(): string {
  let hex = '';
  for (let i = 0; i < 8; i += 1) hex += hexOf(word(i));
  return hex;
}

/** Hashes the bytes of all parts, one after the other, into the state. */
function digestParts(parts: readonly Uint8Array[]): void {
  let length = 0;
  for (const part of parts) length += part.length;
  makeRoom(length);
  let at = 0;
  for (const part of parts) {
    message.set(part, at);
    at += part.length;
  }
  digest(length);
}

/**
 * SHA-256 of the bytes of all parts, one after the other, as 32 bytes, for fewer than 512 MB. Synchronous for the same
 * reason as {@link sha256Hex}.
 */
export function sha256(...parts: readonly Uint8Array[]): Uint8Array {
  digestParts(parts);
  const hash = new Uint8Array(32);
  for (let i = 0; i < 32; i += 1) hash[i] = word(i >> 2) >>> (24 - 8 * (i & 3));
  return hash;
}

/** {@link sha256} in hex. */
export function sha256HexOf(...parts: readonly Uint8Array[]): string {
  digestParts(parts);
  return stateHex();
}

/** The bytes of all parts, one after the other. */
export function joined(...parts: readonly ArrayLike<number>[]): Uint8Array {
  const bytes = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}

/** The UTF-8 bytes of a text without lone surrogates. */
export function utf8(text: string): Uint8Array {
  makeRoom(text.length * 3);
  return message.slice(0, encode(text));
}
