import { describe, expect, it } from 'vitest';
import { HASH_MS, MAX_CALLS_PER_LANE } from '../../../src/domain/core/hashing';
import { HashingBusyError, createHashing } from '../../../src/platform/auth/hashing';
import type { Passwords } from '../../../src/platform/auth/passwords';

/** Passwords whose hashes end when the test releases them. */
function createHeldPasswords() {
  const waiting: (() => void)[] = [];
  const passwords: Passwords = {
    hashMs: HASH_MS,
    hash: () => new Promise(() => undefined),
    matches: () => new Promise((resolve) => waiting.push(() => resolve(true))),
    isOutdated: () => false,
  };
  return { passwords, waiting };
}

const settled = () => new Promise((resolve) => setImmediate(resolve));

describe('password hashing queue', () => {
  it('hashes one password at a time', async () => {
    const { passwords, waiting } = createHeldPasswords();
    const hashing = createHashing(passwords, Date.now);
    const match = () => hashing.stranger((hasher) => hasher.matches(null, 'any'));
    const both = [match(), match()];
    await settled();
    expect(waiting).toHaveLength(1);
    waiting.shift()?.();
    await settled();
    expect(waiting).toHaveLength(1);
    waiting.shift()?.();
    expect(await Promise.all(both)).toEqual([true, true]);
  });

  it('rejects anonymous calls beyond its capacity with a retry time, and accepts them later', async () => {
    const { passwords, waiting } = createHeldPasswords();
    const hashing = createHashing(passwords, Date.now);
    let started = 0;
    const come = () =>
      hashing.stranger((hasher) => {
        started += 1;
        return hasher.matches(null, 'any');
      });
    const inside = Array.from({ length: 11 }, come);
    const refused = await come().catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(HashingBusyError);
    expect(refused).toHaveProperty('retryAfterMs');
    await settled();
    expect(started).toBe(MAX_CALLS_PER_LANE);
    waiting.shift()?.();
    await inside[0];
    await settled();
    expect(started).toBe(MAX_CALLS_PER_LANE + 1);
    const retried = come();
    for (let left = 11; left > 0; left -= 1) {
      waiting.shift()?.();
      await settled();
    }
    expect(await retried).toBe(true);
  });

  it('lets members go before strangers, but leaves strangers every other turn', async () => {
    const order: string[] = [];
    const { passwords, waiting } = createHeldPasswords();
    const hashing = createHashing(
      {
        ...passwords,
        matches: (stored, password) => {
          order.push(password);
          return passwords.matches(stored, password);
        },
      },
      Date.now,
    );
    const members = ['first', 'second'].map((name) =>
      hashing.member((hasher) => hasher.matches(null, name)),
    );
    await settled();
    const stranger = hashing.stranger((hasher) => hasher.matches(null, 'stranger'));
    await settled();
    expect(order).toEqual(['first']);
    waiting.shift()?.();
    await settled();
    expect(order.toSorted()).toEqual(['first', 'second', 'stranger']);
    for (const end of waiting) end();
    expect(await Promise.all([...members, stranger])).toEqual([true, true, true]);
  });

  it('keeps members’ capacity free if strangers fill theirs', async () => {
    const { passwords, waiting } = createHeldPasswords();
    const hashing = createHashing(passwords, Date.now);
    for (let n = 0; n < 30; n += 1)
      hashing.stranger((hasher) => hasher.matches(null, 'any')).catch(() => undefined);
    await settled();
    expect(waiting).toHaveLength(1);
    const member = hashing.member((hasher) => hasher.matches(null, 'any'));
    await settled();
    waiting.pop()?.();
    expect(await member).toBe(true);
  });

  it('frees a place if the work fails', async () => {
    const hashing = createHashing(createHeldPasswords().passwords, Date.now);
    const fail = () => hashing.member(() => Promise.reject(new Error('refused')));
    for (let n = 0; n < 30; n += 1) await expect(fail()).rejects.toThrow('refused');
  });
});
