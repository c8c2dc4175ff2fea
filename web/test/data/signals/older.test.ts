// @vitest-environment jsdom
import { HOUR_MS } from '@quantalgo/contracts/core/time';
import { toApiSignal } from '@quantalgo/contracts/signals/apiSignal';
import type { Audience } from '@quantalgo/contracts/signals/signal';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { clearUser, storeUser } from '../../../src/data/auth/currentSession';
import { loadOlderPage } from '../../../src/data/signals/older';
import { SIGNALS_PER_PAGE } from '../../../src/data/signals/page';
import { withDatabase } from '../../../src/data/storage/memberDatabase';
import {
  evictOldSignals,
  HISTORY_EXTENT_ROW,
  startOfDay,
} from '../../../src/data/storage/eviction';
import { pruneToAudiences, storeSignals } from '../../../src/data/storage/signalTable';
import { aServer, envelope } from '../../support/aServer';
import { aSignal, createBatch, SLOT } from '../../support/aSignal';
import { aUser } from '../../support/aUser';
import { held, resetAuth } from '../../support/fakeAuth';

vi.mock('../../../src/data/auth/idTokens', () => import('../../support/fakeAuth'));

const ada = aUser();
const AUDIENCES: Audience[] = ['basic'];

/** `count` hourly signals, going back from a slot. */
const hourly = (from: number, count: number) =>
  Array.from({ length: count }, (_, hour) => aSignal(from - hour * HOUR_MS));

const readExtent = () => withDatabase(ada.id, ({ meta }) => meta.get(HISTORY_EXTENT_ROW));
const count = () => withDatabase(ada.id, ({ signals }) => signals.count());

let server: Awaited<ReturnType<typeof aServer>>;
let underWay: () => Promise<unknown>;

beforeEach(async () => {
  resetAuth();
  held.uid = ada.id;
  storeUser(ada);
  underWay = () => Promise.resolve();
  server = await aServer(({ line }, response) => {
    const before = new URL(line.split(' ')[1] ?? '', 'http://site').searchParams.get('before');
    const from = before === null ? SLOT : Date.parse(before) - HOUR_MS;
    const data = hourly(from, SIGNALS_PER_PAGE).map((one) => toApiSignal(one, SLOT));
    void underWay().then(() => envelope(response, { data }));
  });
  await withDatabase(ada.id, async (database) => {
    await pruneToAudiences(database, AUDIENCES);
    const arrival = { receivedAt: SLOT, live: false };
    await storeSignals(
      database,
      AUDIENCES,
      createBatch(...hourly(SLOT, SIGNALS_PER_PAGE)),
      arrival,
      true,
    );
  });
});
afterEach(async () => {
  await withDatabase(ada.id, (database) => Promise.all(database.tables.map((one) => one.clear())));
  clearUser('logged-out');
  await server.close();
});

describe('loadOlderPage', () => {
  it('continues from the previous page', async () => {
    expect(await loadOlderPage(ada)).toBe(true);
    expect(await loadOlderPage(ada)).toBe(true);
    expect(await count()).toBe(2 * SIGNALS_PER_PAGE);
    expect(await readExtent()).toMatchObject({
      before: SLOT - (2 * SIGNALS_PER_PAGE - 1) * HOUR_MS,
    });
  });

  it('continues from the first sync', async () => {
    const arrival = { receivedAt: SLOT, live: false };
    const oldest = SLOT - (SIGNALS_PER_PAGE - 1) * HOUR_MS;
    await withDatabase(ada.id, (database) =>
      storeSignals(database, AUDIENCES, createBatch(), arrival, true, oldest),
    );
    expect(await loadOlderPage(ada)).toBe(true);
    expect(await count()).toBe(2 * SIGNALS_PER_PAGE);
  });

  it('has nothing to load if the first sync got all signals ever', async () => {
    const arrival = { receivedAt: SLOT, live: false };
    await withDatabase(ada.id, (database) =>
      storeSignals(database, AUDIENCES, createBatch(), arrival, true, 0),
    );
    expect(await loadOlderPage(ada)).toBe(false);
    expect(await count()).toBe(SIGNALS_PER_PAGE);
  });

  it('keeps the extent of a concurrent load that got further', async () => {
    await loadOlderPage(ada);
    underWay = () => {
      underWay = () => Promise.resolve();
      return loadOlderPage(ada);
    };
    expect(await loadOlderPage(ada)).toBe(true);
    expect(await count()).toBe(2 * SIGNALS_PER_PAGE);
    expect(await loadOlderPage(ada)).toBe(true);
    expect(await count()).toBe(3 * SIGNALS_PER_PAGE);
  });

  it('starts over after a downgrade and an upgrade', async () => {
    const all: Audience[] = ['basic', 'order-flow'];
    const essential = aUser({ tier: 'essential' });
    await withDatabase(ada.id, (database) => pruneToAudiences(database, all));
    await loadOlderPage(essential);
    await withDatabase(ada.id, (database) => pruneToAudiences(database, AUDIENCES));
    await withDatabase(ada.id, (database) => pruneToAudiences(database, all));
    await loadOlderPage(essential);
    expect(await readExtent()).toMatchObject({ before: SLOT - (SIGNALS_PER_PAGE - 1) * HOUR_MS });
  });

  it('drops the page if the signals before it were evicted, so that no gap is left', async () => {
    await loadOlderPage(ada);
    underWay = () => withDatabase(ada.id, (database) => evictOldSignals(database, 20, SLOT));
    expect(await loadOlderPage(ada)).toBe(false);
    expect(await readExtent()).toMatchObject({ before: startOfDay('20261119'), complete: false });
    const oldest = await withDatabase(ada.id, ({ signals }) => signals.orderBy('id').first());
    expect(oldest?.id).toBe('20261119T0005Z');
  });

  it('drops the page if storage is full and signals are evicted to make room', async () => {
    await loadOlderPage(ada);
    await withDatabase(ada.id, async (database) => {
      const more = hourly(SLOT - SIGNALS_PER_PAGE * HOUR_MS, 7 * SIGNALS_PER_PAGE);
      await storeSignals(
        database,
        AUDIENCES,
        createBatch(...more),
        { receivedAt: SLOT, live: false },
        false,
      );
      await database.meta.update(HISTORY_EXTENT_ROW, {
        before: SLOT - (8 * SIGNALS_PER_PAGE - 1) * HOUR_MS,
      });
    });
    const stored = await count();
    const full = () => {
      throw new DOMException('No room left', 'QuotaExceededError');
    };
    // Fails twice: the write is retried on a new connection before signals are evicted.
    const put = vi.spyOn(IDBObjectStore.prototype, 'put');
    put.mockImplementationOnce(full).mockImplementationOnce(full);
    expect(await loadOlderPage(ada)).toBe(false);
    vi.restoreAllMocks();
    const oldest = await withDatabase(ada.id, ({ signals }) => signals.orderBy('id').first());
    expect(await count()).toBeLessThan(stored);
    expect((await readExtent())?.['before']).toBeLessThanOrEqual(Number(oldest?.['createdAt']));
    expect(await loadOlderPage(ada)).toBe(true);
  });
});
