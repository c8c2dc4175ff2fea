import { describe, expect, it } from 'vitest';
import { DEFAULT_NOTIFICATIONS } from '@quantalgo/contracts/settings/settings';
import { DAY_MS, HOUR_MS } from '@quantalgo/contracts/core/time';
import { getLaterStop, findReplacedValues, capStop } from '../../../src/domain/account/account';

const ADA = {
  fullName: 'Ada Obi',
  zone: 'wat',
  payout: 0.8,
  desk: null,
  notifications: DEFAULT_NOTIFICATIONS,
} as const;

describe('values replaced by a settings change', () => {
  it('are none if the device saw the current values, or sent none', () => {
    expect(
      findReplacedValues(ADA, { fullName: 'Ada O.', saw: { fullName: 'Ada Obi' } }),
    ).toBeNull();
    expect(findReplacedValues(ADA, { fullName: 'Ada O.' })).toBeNull();
  });

  it('are those another device set without this one seeing them', () => {
    const saw = { fullName: 'Before', zone: 'utc', marketing: true } as const;
    const change = { fullName: 'Ada O.', notifications: { marketing: true }, saw };
    expect(findReplacedValues(ADA, change)).toEqual({ fullName: 'Ada Obi', marketing: false });
    const both = {
      zone: 'device',
      notifications: { trades: false },
      saw: { ...saw, trades: false },
    } as const;
    expect(findReplacedValues(ADA, both)).toEqual({ zone: 'wat', trades: true });
  });

  it('include a payout set on another device', () => {
    const change = { payout: 0.9, saw: { payout: 0.85 } };
    expect(findReplacedValues(ADA, change)).toEqual({ payout: 0.8 });
    expect(findReplacedValues(ADA, { payout: 0.9, saw: { payout: 0.8 } })).toBeNull();
  });

  it('include each risk desk figure that another device set first', () => {
    const desk = { balance: 200, leastStake: 1, signalsADay: 6, lostLadders: 1 };
    const none = { balance: 0, leastStake: 0, signalsADay: 0, lostLadders: 0 };
    const change = { desk: { ...desk, balance: 300 }, saw: none };
    expect(findReplacedValues(ADA, change)).toBeNull();
    expect(findReplacedValues({ ...ADA, desk }, change)).toEqual({ balance: 200 });
    expect(findReplacedValues({ ...ADA, desk }, { ...change, saw: desk })).toBeNull();
  });

  it('include no contact details that the account never had', () => {
    const saw = { phone: '', telegram: '' };
    const change = { phone: '+234 801 234 5678', telegram: '@ada', saw };
    expect(findReplacedValues(ADA, change)).toBeNull();
    expect(findReplacedValues({ ...ADA, phone: null, telegram: null }, change)).toBeNull();
    const moved = { country: 'Kenya', saw: { country: '' } };
    expect(findReplacedValues({ ...ADA, country: null }, moved)).toBeNull();
    expect(findReplacedValues({ ...ADA, country: 'Ghana' }, moved)).toEqual({ country: 'Ghana' });
    const removed = { ...change, saw: { phone: '+234 800 000 0000', telegram: '@before' } };
    expect(findReplacedValues(ADA, removed)).toEqual({ phone: '', telegram: '' });
  });

  it('don’t include the change’s own value when the change is repeated', () => {
    const change = { fullName: 'Ada O.', saw: { fullName: 'Before' } };
    const replaced = findReplacedValues(ADA, change);
    expect(findReplacedValues({ ...ADA, fullName: 'Ada O.', replaced }, change)).toEqual(replaced);
  });

  it('survive a second change from the same device', () => {
    const replaced = { fullName: 'Elsewhere' };
    const second = { fullName: 'Ada O.', saw: { fullName: 'Ada Obi' } };
    expect(findReplacedValues({ ...ADA, replaced }, second)).toEqual(replaced);
  });

  it('are removed once dismissed or set again, unless they have changed since', () => {
    const replaced = { fullName: 'Elsewhere', zone: 'utc' } as const;
    expect(findReplacedValues({ ...ADA, replaced }, { dismissed: replaced })).toBeNull();
    expect(findReplacedValues({ ...ADA, replaced }, { fullName: 'Elsewhere' })).toEqual({
      zone: 'utc',
    });
    expect(
      findReplacedValues({ ...ADA, replaced }, { dismissed: { ...replaced, zone: 'device' } }),
    ).toEqual({
      zone: 'utc',
    });
  });
});

describe('daily stop', () => {
  const NOON = Date.parse('2026-11-20T11:00:00Z');

  it('is capped at 25 hours, whatever the device’s clock says', () => {
    expect(capStop('2026-11-20T23:00:00.000Z', NOON)).toBe(NOON + DAY_MS / 2);
    expect(capStop('2031-11-20T23:00:00.000Z', NOON)).toBe(NOON + 25 * HOUR_MS);
    expect(capStop(undefined, NOON)).toBeUndefined();
  });

  it('can’t be shortened', () => {
    expect(getLaterStop(null, undefined)).toBeNull();
    expect(getLaterStop(undefined, NOON)).toBe(NOON);
    expect(getLaterStop(NOON, NOON - 1)).toBe(NOON);
    expect(getLaterStop(NOON, NOON + 1)).toBe(NOON + 1);
    expect(getLaterStop(NOON, undefined)).toBe(NOON);
  });
});
