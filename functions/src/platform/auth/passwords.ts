import { createHmac, randomBytes, scrypt, timingSafeEqual } from 'node:crypto';
import type * as z from 'zod/mini';
import type { passwordHashDocument } from '../../collections/account';
import { HASH_MS } from '../../domain/core/hashing';

/** A password as stored; it can't be recovered. */
export type PasswordHash = z.infer<typeof passwordHashDocument>;

/** Cost of a hash: scrypt's N (iterations), r (block size) and p (lanes). */
export interface HashCost {
  readonly n: number;
  readonly r: number;
  readonly p: number;
}

/**
 * 16 MiB and about a quarter of a second on one core.
 * Source: https://cheatsheetseries.owasp.org/cheatsheets/Password_Storage_Cheat_Sheet.html#scrypt
 */
export const HASH_COST: HashCost = { n: 2 ** 14, r: 8, p: 5 };

const HASH_BYTES = 32;
const SALT_BYTES = 16;

const workOf = ({ n, r, p }: HashCost): number => n * r * p;

/** Hashes passwords and compares them. */
export interface Passwords {
  /** @param salt 16 bytes; use the same for two hashes that are to be compared with each other */
  hash(password: string, salt?: Buffer): Promise<PasswordHash>;
  /**
   * Whether the password matches the stored hash; without a hash it takes equally long and is false.
   * @throws Error where the pepper of the hash is no longer known
   */
  matches(stored: PasswordHash | null, password: string): Promise<boolean>;
  /** True where a new hash would use another cost or pepper. */
  isOutdated(stored: PasswordHash): boolean;
  /** About the time (ms) of a new hash on one core. */
  readonly hashMs: number;
}

const derived = (text: Buffer, salt: Buffer, { n, r, p }: HashCost): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    const cost = { N: n, r, p, maxmem: 256 * n * r };
    scrypt(text, salt, HASH_BYTES, cost, (error, hash) => (error ? reject(error) : resolve(hash)));
  });

/**
 * Hashes by scrypt over a keyed digest of the password: the pepper is in no backup, the salt in every hash.
 * @param peppers by version, the newest first
 */
export function passwordsOf(
  peppers: ReadonlyMap<number, string>,
  cost: HashCost = HASH_COST,
): Passwords {
  const [newest] = peppers.keys();
  if (newest === undefined) throw new Error('There is no pepper');
  const compute = (password: string, salt: Buffer, pepper: number, how: HashCost) => {
    const key = peppers.get(pepper);
    if (key === undefined) throw new Error(`The pepper ${pepper} is missing`);
    const text = createHmac('sha256', key).update(password.normalize('NFC'), 'utf8').digest();
    return derived(text, salt, how);
  };
  return {
    hashMs: (HASH_MS * workOf(cost)) / workOf(HASH_COST),
    async hash(password, salt = randomBytes(SALT_BYTES)) {
      const hash = await compute(password, salt, newest, cost);
      const text = { hash: hash.toString('base64'), salt: salt.toString('base64') };
      return { ...text, ...cost, pepper: newest };
    },
    async matches(stored, password) {
      const salt = stored ? Buffer.from(stored.salt, 'base64') : randomBytes(SALT_BYTES);
      const hash = await compute(password, salt, stored?.pepper ?? newest, stored ?? cost);
      return stored !== null && timingSafeEqual(hash, Buffer.from(stored.hash, 'base64'));
    },
    isOutdated: ({ n, r, p, pepper }) =>
      n !== cost.n || r !== cost.r || p !== cost.p || pepper !== newest,
  };
}

const refuse = () => Promise.reject(new Error('This function has no pepper'));

/** For a function that serves no call which hashes. */
export const WITHOUT_PEPPER: Passwords = {
  hashMs: HASH_MS,
  hash: refuse,
  matches: refuse,
  isOutdated: () => false,
};
