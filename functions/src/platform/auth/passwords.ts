import { createHmac, randomBytes, scrypt, timingSafeEqual } from 'node:crypto';
import type * as z from 'zod/mini';
import type { passwordHashDocument } from '../../collections/account';
import { HASH_MS } from '../../domain/core/hashing';

export type PasswordHash = z.infer<typeof passwordHashDocument>;

/** scrypt's N (CPU and memory cost), r (block size) and p (parallelism). */
export interface HashCost {
  readonly n: number;
  readonly r: number;
  readonly p: number;
}

/**
 * 16 MiB and about 250 ms on one core. Source:
 * https://cheatsheetseries.owasp.org/cheatsheets/Password_Storage_Cheat_Sheet.html#scrypt
 */
export const HASH_COST: HashCost = { n: 2 ** 14, r: 8, p: 5 };

const HASH_BYTES = 32;
const SALT_BYTES = 16;

const getWork = ({ n, r, p }: HashCost): number => n * r * p;

export interface Passwords {
  /** @param salt 16 bytes; two hashes can be compared only with the same salt */
  hash(password: string, salt?: Buffer): Promise<PasswordHash>;
  /**
   * Without a stored hash, takes the same time and resolves to false.
   * @throws Error if the hash's pepper is unknown
   */
  matches(stored: PasswordHash | null, password: string): Promise<boolean>;
  isOutdated(stored: PasswordHash): boolean;
  /** Approximate time (ms) of a new hash on one core. */
  readonly hashMs: number;
}

const deriveKey = (text: Buffer, salt: Buffer, { n, r, p }: HashCost): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    const cost = { N: n, r, p, maxmem: 256 * n * r };
    scrypt(text, salt, HASH_BYTES, cost, (error, hash) => (error ? reject(error) : resolve(hash)));
  });

/**
 * Runs scrypt over a digest keyed with the pepper, which no backup holds.
 * @param peppers by version, newest first
 */
export function createPasswords(
  peppers: ReadonlyMap<number, string>,
  cost: HashCost = HASH_COST,
): Passwords {
  const [newestPepper] = peppers.keys();
  if (newestPepper === undefined) throw new Error('No password pepper is configured');
  const compute = (password: string, salt: Buffer, pepper: number, hashCost: HashCost) => {
    const key = peppers.get(pepper);
    if (key === undefined) throw new Error(`Pepper version ${pepper} is missing`);
    const text = createHmac('sha256', key).update(password.normalize('NFC'), 'utf8').digest();
    return deriveKey(text, salt, hashCost);
  };
  return {
    hashMs: (HASH_MS * getWork(cost)) / getWork(HASH_COST),
    async hash(password, salt = randomBytes(SALT_BYTES)) {
      const hash = await compute(password, salt, newestPepper, cost);
      const text = { hash: hash.toString('base64'), salt: salt.toString('base64') };
      return { ...text, ...cost, pepper: newestPepper };
    },
    async matches(stored, password) {
      const salt = stored ? Buffer.from(stored.salt, 'base64') : randomBytes(SALT_BYTES);
      const hash = await compute(password, salt, stored?.pepper ?? newestPepper, stored ?? cost);
      return stored !== null && timingSafeEqual(hash, Buffer.from(stored.hash, 'base64'));
    },
    isOutdated: ({ n, r, p, pepper }) =>
      n !== cost.n || r !== cost.r || p !== cost.p || pepper !== newestPepper,
  };
}

const refuse = () => Promise.reject(new Error('This function has no access to the pepper'));

export const WITHOUT_PEPPER: Passwords = {
  hashMs: HASH_MS,
  hash: refuse,
  matches: refuse,
  isOutdated: () => false,
};
