import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  applyPostback,
  BROKER_EVENTS,
  getNetDeposit,
  getPostbackId,
  parsePostback,
  type Postback,
  UNREPORTED,
} from '../../../src/domain/broker/postback';
import { parsePostbackNames, POSTBACK_PRESETS } from '../../../src/domain/broker/postbackNames';

const NAMES = POSTBACK_PRESETS.pocketOption;
const NOON = Date.UTC(2026, 10, 27, 12);

const DEPOSIT: Postback = {
  event: 'deposit',
  traderId: '8812345',
  admissionCode: 'QA-KXM-H9F',
  amount: 150,
  total: null,
  eventId: null,
};

describe('parsePostback', () => {
  test('reads a deposit with the programme’s parameter names', () => {
    const parameters = {
      trader_id: ' 8812345 ',
      click_id: 'qa-kxm-h9f',
      event: 'FTD',
      sumdep: '150.00',
      totaldep: '150',
      currency: 'USD',
      trade_id: 'tx-1',
    };
    expect(parsePostback(NAMES, parameters)).toEqual({
      ...DEPOSIT,
      total: 150,
      eventId: 'tx-1',
    });
  });

  test.each([
    [{ reg: 'true' }, 'registration'],
    [{ conf: '1' }, 'confirmation'],
    [{ ftd: 'yes', reg: '0' }, 'deposit'],
    [{ dep: '1', ftd: '0' }, 'deposit'],
    [{ wdr: '1' }, 'withdrawal'],
    [{ event: 'Email confirmation' }, 'confirmation'],
    [{ event: 'first-deposit' }, 'deposit'],
    [{}, null],
  ])('recognises the event of %o', (parameters, event) => {
    expect(parsePostback(NAMES, parameters).event).toBe(event);
  });

  test.each(['{sumdep}', '', 'null', '[amount]', '%sum%'])(
    'treats the unfilled macro %o as missing',
    (sumdep) => {
      const postback = parsePostback(NAMES, { dep: '1', sumdep, trader_id: sumdep });
      expect(postback).toMatchObject({ amount: null, traderId: null });
    },
  );

  test.each([
    ['49.998', 49.998],
    ['50.000', 50],
    ['1250.000', 1250],
  ])('reads the point in the amount %s as a decimal point', (sumdep, amount) => {
    const parameters = { dep: '1', sumdep, totaldep: sumdep };
    expect(parsePostback(NAMES, parameters)).toMatchObject({ amount, total: amount });
  });

  test.each([
    ['1,250', 'USD'],
    ['150', 'EUR'],
    ['-5', 'USD'],
    ['1e99', 'USD'],
  ])('rejects the amount %s %s instead of guessing', (sumdep, currency) => {
    expect(parsePostback(NAMES, { dep: '1', sumdep, currency }).amount).toBeNull();
  });

  test('ignores the amount of a registration', () => {
    expect(parsePostback(NAMES, { reg: '1', sumdep: '5' }).amount).toBeNull();
  });
});

describe('getPostbackId', () => {
  test('is the same for a repeated call', () => {
    expect(getPostbackId(DEPOSIT, NOON)).toBe(getPostbackId(DEPOSIT, NOON + 59_999));
    const withId = { ...DEPOSIT, eventId: 'tx-1' };
    expect(getPostbackId(withId, NOON)).toBe(getPostbackId(withId, NOON + 86_400_000));
  });

  test('differs for another event, account, amount, minute or event id', () => {
    const others: readonly [Partial<Postback>, number][] = [
      [{}, NOON],
      [{ event: 'withdrawal' }, NOON],
      [{ traderId: '1' }, NOON],
      [{ amount: 20 }, NOON],
      [{}, NOON + 60_000],
      [{ eventId: 'tx-1' }, NOON],
      [{ eventId: 'tx-2' }, NOON],
    ];
    const ids = others.map(([change, at]) => getPostbackId({ ...DEPOSIT, ...change }, at));
    expect(new Set(ids).size).toBe(others.length);
  });
});

describe('applyPostback', () => {
  const arbitraryPostback = fc.record({
    event: fc.constantFrom(...BROKER_EVENTS, null),
    traderId: fc.constant('8812345'),
    admissionCode: fc.constant(null),
    amount: fc.option(fc.integer({ min: 0, max: 100_000 }).map((cents) => cents / 100)),
    total: fc.constant(null),
    eventId: fc.constant(null),
  });

  test('gives the same net deposit in any order', () => {
    fc.assert(
      fc.property(fc.array(arbitraryPostback, { maxLength: 12 }), (postbacks) => {
        const fold = (list: readonly Postback[]) =>
          getNetDeposit(
            list.reduce((account, one) => applyPostback(account, one, NOON), UNREPORTED),
          );
        expect(fold(postbacks.toReversed())).toBeCloseTo(fold(postbacks), 6);
      }),
    );
  });

  test('uses a stated total as the deposits so far', () => {
    const first = applyPostback(UNREPORTED, { ...DEPOSIT, total: 150 }, NOON);
    const second = applyPostback(first, { ...DEPOSIT, amount: 50, total: 200 }, NOON + 1);
    const late = applyPostback(second, { ...DEPOSIT, total: 150 }, NOON + 2);
    expect(late).toMatchObject({ deposited: 200, depositedAt: NOON });
  });

  test('subtracts withdrawals, but never below zero', () => {
    const withdrawal = { ...DEPOSIT, event: 'withdrawal' as const, amount: 400 };
    const account = applyPostback(applyPostback(UNREPORTED, DEPOSIT, NOON), withdrawal, NOON);
    expect(getNetDeposit(account)).toBe(0);
  });
});

describe('parsePostbackNames', () => {
  test('overrides and removes names of a preset', () => {
    expect(parsePostbackNames('json traderId=uid currency=')).toEqual({
      traderId: 'uid',
      clickId: 'click_id',
      event: 'event',
      amount: 'amount',
      currency: '',
      eventId: 'reference_id',
    });
  });

  test.each(['', 'unknown', 'json trader=uid', 'json amount=a&b', 'json traderId='])(
    'rejects %o',
    (setting) => {
      expect(() => parsePostbackNames(setting)).toThrow();
    },
  );
});
