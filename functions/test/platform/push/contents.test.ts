import { userDocumentSchema } from '@quantalgo/contracts/account/member';
import { DEFAULT_NOTIFICATIONS } from '@quantalgo/contracts/settings/settings';
import { DEFAULT_PUSH, type PushPreferences } from '@quantalgo/contracts/push/push';
import { describe, expect, it } from 'vitest';
import { COLLECTIONS } from '../../../src/collections/collections';
import { pushSubscriptionDocument } from '../../../src/collections/push';
import { MEMBER_EVENTS } from '@quantalgo/contracts/notifications/notification';
import { MEMBER_NOTIFICATIONS } from '../../../src/domain/notifications/memberNotifications';
import { buildMemberContent } from '../../../src/platform/push/contents';
import { buildSampleDocument } from '../../sampleDocument';

/** 12:00 in Lagos. */
const NOON = Date.parse('2026-11-20T11:00:00Z');
const NIGHT = Date.parse('2026-11-20T23:00:00Z');

const MEMBER = userDocumentSchema.parse({
  ...buildSampleDocument(COLLECTIONS.users.schema),
  tier: 'essential',
  staff: false,
  notifications: DEFAULT_NOTIFICATIONS,
});

const deviceWith = (preferences: Partial<PushPreferences> = {}) => ({
  ...pushSubscriptionDocument.parse({
    ...buildSampleDocument(pushSubscriptionDocument),
    zone: 'Africa/Lagos',
    preferences: { ...DEFAULT_PUSH, ...preferences },
  }),
  id: 'device',
  createdAt: NOON - 1,
});

const DEVICE = deviceWith();

const toPush = (event: (typeof MEMBER_EVENTS)[number]) => ({
  event,
  about: event === 'security' ? 'new-login' : null,
  createdAt: NOON,
});

describe.each(MEMBER_EVENTS)('member notification %s', (event) => {
  const push = toPush(event);
  const { switch: name, feature, sound } = MEMBER_NOTIFICATIONS[event];

  it('has a title, a body and a link', () => {
    const content = buildMemberContent(push, DEVICE, MEMBER, NOON);
    expect(content?.title).not.toBe('');
    expect(content?.body).not.toBe('');
    expect(content?.to).toMatch(/^\//);
  });

  it('is silent at night unless it always sounds', () => {
    const content = buildMemberContent(push, DEVICE, MEMBER, NIGHT);
    expect(content?.silent).toBe(sound !== 'always');
  });

  it('is silent on a device without sounds unless it always sounds', () => {
    const device = deviceWith({ signal: 'silent', access: 'silent', ticket: 'silent' });
    const content = buildMemberContent(push, device, MEMBER, NOON);
    expect(content?.silent).toBe(sound !== 'always');
  });

  it('is sent unless its own switch is off', () => {
    const off = { signals: false, trades: false, marketing: false, security: false };
    const content = buildMemberContent(push, DEVICE, { ...MEMBER, notifications: off }, NOON);
    expect(content === null).toBe(name !== null);
    if (name === null) return;
    const notifications = { ...off, [name]: true };
    expect(buildMemberContent(push, DEVICE, { ...MEMBER, notifications }, NOON)).not.toBeNull();
  });

  it('is sent to locked members unless it belongs to a feature', () => {
    const locked = { ...MEMBER, tier: 'guest', dashboardUnlocked: false } as const;
    const content = buildMemberContent(push, DEVICE, locked, NOON);
    expect(content === null).toBe(feature !== undefined);
  });
});

it('does not announce a login on the device that logged in', () => {
  const newDevice = { ...DEVICE, createdAt: NOON + 1 };
  expect(buildMemberContent(toPush('security'), newDevice, MEMBER, NOON)).toBeNull();
});

it('includes the new access in an access notification', () => {
  const content = buildMemberContent(toPush('access'), DEVICE, MEMBER, NOON);
  expect(content?.access).toEqual({ tier: 'essential', dashboardUnlocked: true, staff: false });
});

it.each([
  [{ tier: 'guest', dashboardUnlocked: false, staff: true }, 'Your tier is now Essential'],
  [{ tier: 'starter', dashboardUnlocked: true, staff: false }, 'Your tier is now Starter'],
  [{ tier: 'starter', dashboardUnlocked: false, staff: false }, 'Your access has changed'],
] as const)('names the tier that counts: %j', (access, title) => {
  const member = { ...MEMBER, ...access };
  expect(buildMemberContent(toPush('access'), DEVICE, member, NOON)?.title).toBe(title);
});

it('sends nothing for an unknown security event', () => {
  const push = { ...toPush('security'), about: 'something-else' };
  expect(buildMemberContent(push, DEVICE, MEMBER, NOON)).toBeNull();
});
