/** Mixes 32 bits well (the finaliser of MurmurHash3, A. Appleby). */
function mix(bits: number): number {
  let h = bits;
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
  return (h ^ (h >>> 16)) >>> 0;
}

/** 32 bits that depend on all of the whole numbers given, in their order. */
export const hash = (...keys: readonly number[]): number =>
  keys.reduce((h, key) => mix(Math.imul(h, 31) + key + 0x9e3779b9), 0);

/** A number for a text, to hash with. */
export const textKey = (text: string): number =>
  text.split('').reduce((h, letter) => hash(h, letter.charCodeAt(0)), 0);

/** Evenly spread from 0 up to 1. */
export const uniform = (...keys: readonly number[]): number => hash(...keys) / 2 ** 32;

const SIXTEEN_BITS = 0xffff;
/** Standard deviation of a sum of four uniforms. */
const OF_FOUR = Math.sqrt(4 / 12);

/**
 * Nearly normal, mean 0, deviation 1: the sum of four uniforms (Irwin–Hall). No logarithm or sine is needed, whose last
 * digit could differ between machines.
 */
export function gaussian(...keys: readonly number[]): number {
  const a = hash(...keys, 1);
  const b = hash(...keys, 2);
  const sum = (a & SIXTEEN_BITS) + (a >>> 16) + (b & SIXTEEN_BITS) + (b >>> 16);
  return (sum / SIXTEEN_BITS - 2) / OF_FOUR;
}
