import { createHmac } from 'node:crypto';

const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
const STEP_MS = 30_000;

function decodeBase32(base32: string): Buffer {
  const bits = base32.replace(/./g, (one) => BASE32.indexOf(one).toString(2).padStart(5, '0'));
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
}

/** RFC 6238, six digits of SHA-1. `secret` in Base32, `now` in epoch ms. */
export function authenticatorCode(secret: string, now: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(now / STEP_MS)));
  const hash = createHmac('sha1', decodeBase32(secret)).update(counter).digest();
  const from = (hash.at(-1) ?? 0) & 0xf;
  const number = hash.readUInt32BE(from) & 0x7fff_ffff;
  return String(number % 1_000_000).padStart(6, '0');
}
