import { getAudiences, TIERS } from '@quantalgo/contracts/access/access';
import { DEFAULT_NOTIFICATIONS } from '@quantalgo/contracts/settings/settings';
import { formatZonedTime } from '@quantalgo/contracts/core/format';
import { MINUTE_MS, DAY_MS } from '@quantalgo/contracts/core/time';
import {
  DEFAULT_PUSH,
  UNLIMITED_PER_DAY,
  type PushPreferences,
} from '@quantalgo/contracts/push/push';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  countSignal,
  type DeviceState,
  isZone,
  toLocalTime,
  matchesPreferences,
  getRestEnd,
  getSignalScope,
  getSound,
  getDeviceZone,
} from '../../../src/domain/push/preferences';

/** 12:00 in Lagos. */
const NOON = Date.parse('2026-11-20T11:00:00Z');

const deviceWith = (
  preferences: Partial<PushPreferences> = {},
  rest: Partial<DeviceState> = {},
): DeviceState => ({
  preferences: { ...DEFAULT_PUSH, ...preferences },
  pausedUntil: null,
  stoppedUntil: null,
  zone: 'Africa/Lagos',
  today: { day: '', sent: 0 },
  ...rest,
});

const zones = fc.constantFrom(
  'Africa/Lagos',
  'Europe/London',
  'America/St_Johns',
  'Asia/Kathmandu',
);
const minutes = fc.integer({ min: 0, max: 1439 });
const times = fc.integer({ min: Date.parse('2026-01-01'), max: Date.parse('2027-12-31') });

describe('device preferences', () => {
  it('gets signals outside its quiet hours, by its own clock', () => {
    const at = (text: string, zone: string) =>
      getRestEnd(deviceWith({}, { zone }), Date.parse(text));
    expect(at('2026-11-20T20:59:00Z', 'Africa/Lagos')).toBe(0);
    expect(at('2026-11-20T21:00:00Z', 'Africa/Lagos')).toBe(Date.parse('2026-11-21T06:00:00Z'));
    expect(at('2026-11-20T21:00:00Z', 'America/New_York')).toBe(0);
    expect(at('2026-11-21T05:59:30Z', 'Africa/Lagos')).toBe(Date.parse('2026-11-21T06:00:00Z'));
    expect(at('2026-11-21T06:00:00Z', 'Africa/Lagos')).toBe(0);
  });

  it('rests exactly during its quiet hours', () => {
    fc.assert(
      fc.property(zones, minutes, minutes, times, (zone, from, to, now) => {
        const { minute } = toLocalTime(zone, now);
        const quiet = deviceWith({ quiet: { from, to } }, { zone });
        const isInside = (minute - from + 1440) % 1440 < (to - from + 1440) % 1440;
        const until = getRestEnd(quiet, now);
        expect(until > now).toBe(isInside);
        expect(until).toBeLessThanOrEqual(now + DAY_MS);
        expect(getSound(quiet, 'access', now)).toBe(isInside ? 'silent' : 'on');
      }),
    );
  });

  it('rests until the next day once its daily limit is reached', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 20 }), zones, times, (perDay, zone, now) => {
        let device = deviceWith({ perDay, quiet: null }, { zone });
        for (let sent = 0; sent < perDay; sent += 1) {
          expect(getRestEnd(device, now)).toBe(0);
          device = { ...device, today: countSignal(device, now) };
        }
        const until = getRestEnd(device, now);
        expect(until).toBeGreaterThan(now);
        expect(until - now).toBeLessThanOrEqual(DAY_MS);
        expect(toLocalTime(zone, now + DAY_MS + 60 * MINUTE_MS).day).not.toBe(device.today.day);
      }),
    );
  });

  it('gets every signal without a limit', () => {
    const today = { day: '2026-11-20', sent: 10_000 };
    expect(getRestEnd(deviceWith({ perDay: UNLIMITED_PER_DAY }, { today }), NOON)).toBe(0);
  });

  it.each(['pausedUntil', 'stoppedUntil'] as const)('rests until its %s', (rest) => {
    const until = NOON + 7 * DAY_MS;
    expect(getRestEnd(deviceWith({ quiet: null }, { [rest]: until }), NOON)).toBe(until);
    expect(getRestEnd(deviceWith({ quiet: null }, { [rest]: until }), until)).toBe(0);
  });

  it('gets access and ticket notifications silently at night', () => {
    const night = Date.parse('2026-11-20T23:00:00Z');
    expect(getSound(deviceWith(), 'ticket', night)).toBe('silent');
    expect(getSound(deviceWith({ ticket: 'silent' }), 'ticket', NOON)).toBe('silent');
  });
});

describe('signal push', () => {
  const signal = { pair: 'EURUSD' };

  it('is sent to devices that selected its pair', () => {
    const wants = (preferences: Partial<PushPreferences>) =>
      matchesPreferences({ ...DEFAULT_PUSH, ...preferences }, signal);
    expect(wants({})).toBe(true);
    expect(wants({ pairs: ['EURUSD'] })).toBe(true);
    expect(wants({ pairs: ['GBPUSD'] })).toBe(false);
    expect(wants({ pairs: [] })).toBe(false);
  });

  it('is sent only to members with access who want signals', () => {
    const members = fc.record({
      tier: fc.constantFrom(...TIERS),
      dashboardUnlocked: fc.boolean(),
      staff: fc.boolean(),
      wanted: fc.boolean(),
    });
    fc.assert(
      fc.property(members, ({ wanted, ...access }) => {
        const notifications = { ...DEFAULT_NOTIFICATIONS, signals: wanted };
        const heard = getSignalScope({ ...access, notifications });
        const audiences = wanted ? getAudiences(access).length : 0;
        expect(heard).toBe((['none', 'basic', 'all'] as const)[audiences]);
      }),
    );
  });
});

describe('isZone', () => {
  it('accepts only IANA names', () => {
    expect([isZone('Africa/Lagos'), isZone('Africa/Atlantis'), isZone('')]).toEqual([
      true,
      false,
      false,
    ]);
  });
});

describe('notification time zone', () => {
  const at = Date.parse('2026-11-20T14:00:00Z');

  it.each([
    ['wat', '15:00 WAT'],
    ['utc', '14:00 UTC'],
    ['device', '19:30 UTC+5:30'],
  ] as const)('is the one chosen: %s', (choice, text) => {
    expect(formatZonedTime(at, getDeviceZone(choice, 'Asia/Kolkata'))).toBe(text);
  });

  it('follows the device’s daylight saving time', () => {
    const zone = getDeviceZone('device', 'Europe/Berlin');
    expect(
      [at, Date.parse('2026-07-20T23:30:00Z')].map((time) => formatZonedTime(time, zone)),
    ).toEqual(['15:00 UTC+1', '01:30 UTC+2']);
  });

  it.each(['', 'Mars/Olympus'])('is WAT if the device stored no valid zone: %j', (device) => {
    expect(formatZonedTime(at, getDeviceZone('device', device))).toBe('15:00 WAT');
  });
});
