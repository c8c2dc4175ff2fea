import { createHmac } from 'node:crypto';

const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
const STEP_MS = 30_000;

/** The bytes of a text in Base32, whose last bits fill no byte. */
function bytesOf(base32: string): Buffer {
  const bits = base32.replace(/./g, (one) => BASE32.indexOf(one).toString(2).padStart(5, '0'));
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
}

/** What an authenticator of our own shows of a secret (Base32) at `now` (epoch ms): RFC 6238, six digits of SHA-1. */
export function authenticatorCode(secret: string, now: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(now / STEP_MS)));
  const hash = createHmac('sha1', bytesOf(secret)).update(counter).digest();
  const from = (hash.at(-1) ?? 0) & 0xf;
  const number = hash.readUInt32BE(from) & 0x7fff_ffff;
  return String(number % 1_000_000).padStart(6, '0');
}
