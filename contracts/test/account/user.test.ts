import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { isLocked } from '../../src/access/access';
import {
  lenientTierSchema,
  toUser,
  userDocumentSchema,
  userSchema,
} from '../../src/account/member';
import { DEFAULT_NOTIFICATIONS, DEFAULT_PREFERENCES } from '../../src/settings/settings';
import { endpoints } from '../../src/allEndpoints';

const at = (iso: string) => ({ toMillis: () => Date.parse(iso) });
const document = {
  fullName: '  Ada Obi ',
  email: 'ada@quantalgo.test',
  admissionCode: 'QA-7F3K2P',
  tier: 'starter',
  dashboardUnlocked: true,
  hasDeposited: true,
  staff: false,
  accessVersion: 2,
  accessPath: 'manual',
  codeActivated: false,
  createdAt: at('2026-11-01T08:00:00Z'),
  lockExpiresAt: null,
};

describe('member', () => {
  it('is returned with the specified field names', () => {
    const user = toUser('u1', userDocumentSchema.parse(document));
    expect(userSchema.parse(user)).toEqual({
      ...document,
      id: 'u1',
      name: 'Ada',
      accessLevel: 'basic',
      notifications: DEFAULT_NOTIFICATIONS,
      ...DEFAULT_PREFERENCES,
      desk: null,
      stoppedUntil: null,
      broker: null,
      createdAt: '2026-11-01T08:00:00.000Z',
    });
  });

  it('includes the time the lock ends', () => {
    const locked = { ...document, lockExpiresAt: at('2026-11-02T08:00:00Z') };
    const { lockExpiresAt } = toUser('u1', userDocumentSchema.parse(locked));
    expect(lockExpiresAt).toBe('2026-11-02T08:00:00.000Z');
  });

  it.each(['mars', 7, null, undefined])('falls back to WAT for the zone %s', (zone) => {
    expect(userDocumentSchema.parse({ ...document, zone }).zone).toBe('wat');
  });

  it('rejects an unsupported zone', () => {
    const { body } = endpoints.updateAccount;
    expect(body.safeParse({ zone: 'utc' }).success).toBe(true);
    expect(body.safeParse({ zone: 'mars' }).success).toBe(false);
  });

  it.each(['80', 0, 3, Number.NaN, null, undefined])(
    'falls back to the stated payout for %s',
    (payout) => {
      expect(userDocumentSchema.parse({ ...document, payout }).payout).toBe(0.8);
    },
  );

  it('accepts a broker payout only within the allowed range', () => {
    const { body } = endpoints.updateAccount;
    expect(body.safeParse({ payout: 0.92 }).success).toBe(true);
    expect(body.safeParse({ payout: 92 }).error?.issues[0]?.message).toBe(
      'Enter a payout from 10 to 200 percent',
    );
    expect(userDocumentSchema.parse({ ...document, payout: 0.92 }).payout).toBe(0.92);
  });

  it('accepts only complete risk desk figures and reads stored invalid ones as null', () => {
    const desk = { balance: 200, leastStake: 1, signalsADay: 6, lostLadders: 1 };
    const { body } = endpoints.updateAccount;
    expect(body.safeParse({ desk }).success).toBe(true);
    expect(body.safeParse({ desk: { balance: 200 } }).success).toBe(false);
    expect(body.safeParse({ desk: { ...desk, lostLadders: 9 } }).success).toBe(false);
    expect(userDocumentSchema.parse({ ...document, desk }).desk).toEqual(desk);
    expect(userDocumentSchema.parse({ ...document, desk: { balance: 'all' } }).desk).toBeNull();
  });

  it('includes the end of a daily stop', () => {
    const stopped = { ...document, stoppedUntil: at('2026-11-02T23:00:00Z') };
    expect(toUser('u1', userDocumentSchema.parse(stopped)).stoppedUntil).toBe(
      '2026-11-02T23:00:00.000Z',
    );
    expect(toUser('u1', userDocumentSchema.parse(document)).stoppedUntil).toBeNull();
  });

  it('is treated as a guest if the tier is unknown', () => {
    const unknown = { ...document, tier: 'platinum' };
    const followed = z.object({ ...userDocumentSchema.shape, tier: lenientTierSchema });
    expect(isLocked(followed.parse(unknown))).toBe(true);
    const user = toUser('u1', userDocumentSchema.parse(document));
    const answered = userSchema.parse({ ...user, tier: 'platinum', accessLevel: 'platinum' });
    expect(answered).toMatchObject({ tier: 'guest', accessLevel: 'free', email: user.email });
    expect(isLocked(answered)).toBe(true);
  });

  it.each([
    ['an unknown tier', { tier: 'pro' }],
    ['a string for a boolean', { dashboardUnlocked: 'true' }],
    ['no version', { accessVersion: undefined }],
    ['a date for a timestamp', { createdAt: '2026-11-01' }],
  ])('rejects a stored document with %s', (_what, wrong) => {
    expect(userDocumentSchema.safeParse({ ...document, ...wrong }).success).toBe(false);
  });
});
