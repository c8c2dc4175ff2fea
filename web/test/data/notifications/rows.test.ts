import { NOTHING_READ } from '@quantalgo/contracts/account/readMark';
import { WAT } from '@quantalgo/contracts/core/time';
import { NOTIFICATION_TTL_MS } from '@quantalgo/contracts/notifications/notification';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { countDay } from '../../../src/data/notifications/details';
import {
  addDeviceMark,
  readDeviceMark,
  readStored,
  storeResponse,
  storeEvents,
} from '../../../src/data/notifications/rows';
import { readSources } from '../../../src/data/notifications/sources';
import { MemberDatabase } from '../../../src/data/database/tables';
import { storeProofs, storeSetup } from '../../../src/data/submissions/submission';
import { aSettlement, aSignal, SLOT } from '../../support/aSignal';

const NOW = SLOT + 60_000;
const MEMBER = { tier: 'starter', dashboardUnlocked: true, staff: false } as const;

let database: MemberDatabase;
let count = 0;

beforeEach(async () => {
  vi.useFakeTimers({ now: NOW, toFake: ['Date'] });
  database = new MemberDatabase(`notifications-${++count}`);
  await database.open();
});
afterEach(() => {
  vi.useRealTimers();
  database.close();
});

const event = (id: string, at: number) => ({ id, event: 'ticket', about: null, at });
const news = (id: string) => ({ id, title: id, text: '', to: '/dashboard', at: NOW });

describe('stored notifications', () => {
  it('are empty on a new device', async () => {
    expect(await readStored(database)).toEqual({ events: [], news: [], receivedAt: null });
    expect(await readDeviceMark(database)).toEqual(NOTHING_READ);
  });

  it('keep events missing from later responses, once each, until they expire', async () => {
    await storeEvents(database, [event('a', NOW - 9), event('old', NOW - NOTIFICATION_TTL_MS - 1)]);
    await storeEvents(database, [event('b', NOW - 5), event('a', NOW - 9)]);
    const { events, receivedAt } = await readStored(database);
    expect(events.map(({ id }) => id)).toEqual(['b', 'a']);
    expect(receivedAt).toBeNull();
  });

  it('keep a security event after many mentions', async () => {
    const login = { ...event('login', NOW - 200), event: 'security', about: 'new-login' };
    const mentions = Array.from({ length: 120 }, (_, index) => ({
      ...event(`m${index}`, NOW - index),
      event: 'mention',
    }));
    await storeEvents(database, [login]);
    await storeEvents(database, mentions);
    const ids = (await readStored(database)).events.map(({ id }) => id);
    expect(ids[0]).toBe('m0');
    expect(ids.at(-1)).toBe('login');
  });

  it('replace news and merge events', async () => {
    await storeResponse(database, { events: [event('a', NOW)], news: [news('to members')] });
    await storeResponse(database, { events: [], news: [news('to guests')] });
    const stored = await readStored(database);
    expect(stored.news.map(({ id }) => id)).toEqual(['to guests']);
    expect(stored).toMatchObject({ events: [{ id: 'a' }], receivedAt: NOW });
  });

  it('merge concurrent read marks', async () => {
    const item = (id: string) => ({ until: 0, items: [{ id, at: NOW }] });
    await Promise.all(['a', 'b', 'a'].map((id) => addDeviceMark(database, item(id))));
    expect((await readDeviceMark(database)).items.map(({ id }) => id)).toEqual(['a', 'b']);
  });
});

describe('notification sources', () => {
  const read = () => readSources(database, { access: MEMBER, zone: WAT, now: NOW });

  it('include decided submissions and days with signals', async () => {
    await storeProofs(database, [
      {
        id: 'p1',
        traderId: 'PO1',
        state: 'rejected',
        reason: 'Too dark',
        createdAt: NOW - 9,
        updatedAt: NOW - 5,
      },
    ]);
    await database.signals.put({ ...aSignal(SLOT) });
    expect(await read()).toMatchObject({
      decisions: [{ of: 'proof', id: 'p1', state: 'rejected', reason: 'Too dark', at: NOW - 5 }],
      days: [{ day: '2026-11-20', last: SLOT }],
    });
  });

  it('include the tier of an approval', async () => {
    await storeProofs(database, [
      {
        id: 'p1',
        traderId: 'PO1',
        state: 'approved',
        reason: null,
        approvedAs: 'starter',
        createdAt: NOW - 9,
        updatedAt: NOW - 5,
      },
    ]);
    const at = new Date(NOW - 4).toISOString();
    await storeSetup(database, {
      id: 's1',
      brokerAccount: 'PO1',
      depositAmount: 500,
      accessPath: 'auto',
      state: 'approved',
      reason: null,
      approvedAs: 'essential',
      createdAt: at,
      updatedAt: at,
    });
    expect((await read()).decisions).toEqual([
      { of: 'proof', id: 'p1', state: 'approved', approvedAs: 'starter', at: NOW - 5 },
      { of: 'setup', id: 's1', state: 'approved', approvedAs: 'essential', at: NOW - 4 },
    ]);
  });

  it('exclude pending submissions', async () => {
    const proof = { id: 'p1', traderId: 'PO1', reason: null, createdAt: NOW, updatedAt: NOW };
    await storeProofs(database, [{ ...proof, state: 'waiting' }]);
    expect((await read()).decisions).toEqual([]);
  });

  it('include a rejection after a newer proof was sent', async () => {
    const fields = { traderId: 'PO1', createdAt: NOW - 9, updatedAt: NOW - 5 };
    await storeProofs(database, [
      { ...fields, id: 'p2', state: 'waiting', reason: null, createdAt: NOW - 7 },
      { ...fields, id: 'p1', state: 'rejected', reason: 'Too dark' },
    ]);
    expect((await read()).decisions).toEqual([
      { of: 'proof', id: 'p1', state: 'rejected', reason: 'Too dark', at: NOW - 5 },
    ]);
  });
});

describe('countDay', () => {
  it('counts first entries, and signals that could not be entered separately', () => {
    const won = aSettlement();
    const { closes, source, fetchedAt, settledAt } = won;
    const settled = { closes, source, fetchedAt, settledAt };
    const later = { ...settled, outcome: 'profit', level: 2 } as const;
    const even = { ...settled, outcome: 'break-even', level: null } as const;
    const signals = [
      aSignal(SLOT, { settlement: won, entered: true }),
      aSignal(SLOT, { settlement: later, entered: true }),
      aSignal(SLOT, { settlement: even }),
      aSignal(SLOT, { settlement: won, entered: false }),
      aSignal(SLOT),
    ];
    expect(countDay(signals)).toEqual({ signals: 5, right: 1, wrong: 1, even: 1, noGo: 1 });
  });
});
