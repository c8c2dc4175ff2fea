import { act, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { aUser } from '../../support/aUser';
import { databaseOf, MEMBER_VERSIONS } from '../database/versions';

/** A newly loaded page: fresh modules with the same IndexedDB and localStorage. */
async function freshPage() {
  vi.resetModules();
  const { storeUser, clearUser } = await import('../../../src/data/auth/currentSession');
  const { withDatabase, useStoragePersisted } =
    await import('../../../src/data/storage/memberDatabase');
  const { useSignalCount } = await import('../../../src/data/signals/useSignals');
  return { storeUser, forgetUser: clearUser, withDatabase, useStoragePersisted, useSignalCount };
}

function Room({ page }: { readonly page: Awaited<ReturnType<typeof freshPage>> }) {
  const isPersisted = page.useStoragePersisted();
  const count = page.useSignalCount();
  return (
    <p>
      {count ?? 'loading'} signals, {isPersisted ? 'kept' : 'not kept'}
    </p>
  );
}

const row = { id: '20261120T1405Z', createdAt: 1, updatedAt: 1 };
const names = async () => (await indexedDB.databases()).map(({ name }) => name);

describe('member database', () => {
  let page: Awaited<ReturnType<typeof freshPage>>;
  let members = 0;
  let ada = '';

  beforeEach(async () => {
    members += 1;
    ada = `ada-${members}`;
    page = await freshPage();
  });
  afterEach(() => {
    vi.restoreAllMocks();
    act(() => page.forgetUser('logged-out'));
  });

  it('is named after the member and survives a reload', async () => {
    page.storeUser(aUser({ id: ada }));
    await page.withDatabase(ada, (database) => database.signals.put(row));
    expect(await names()).toContain(`quantalgo-${ada}`);
    page = await freshPage();
    expect(await page.withDatabase(ada, (database) => database.signals.count())).toBe(1);
  });

  it('contains nothing of the previous member', async () => {
    page.storeUser(aUser({ id: ada }));
    await page.withDatabase(ada, (database) => database.signals.put(row));
    page.forgetUser('logged-out');
    page.storeUser(aUser({ id: 'bola' }));
    expect(await page.withDatabase('bola', (database) => database.signals.count())).toBe(0);
  });

  it('rejects writes for a member who has logged out', async () => {
    page.storeUser(aUser({ id: ada }));
    page.forgetUser('logged-out');
    await expect(page.withDatabase(ada, (database) => database.signals.put(row))).rejects.toThrow(
      'The member has logged out',
    );
    await vi.waitFor(async () => expect(await names()).not.toContain(`quantalgo-${ada}`));
  });

  it('falls back to memory if the browser denies storage, and reports it', async () => {
    vi.spyOn(indexedDB, 'open').mockImplementation(() => {
      throw new DOMException('denied', 'InvalidStateError');
    });
    page.storeUser(aUser({ id: ada }));
    render(<Room page={page} />);
    await act(() => page.withDatabase(ada, (database) => database.signals.put(row)));
    expect(await screen.findByText('1 signals, not kept')).toBeInTheDocument();
  });

  it('reopens with its data after the connection was closed', async () => {
    page.storeUser(aUser({ id: ada }));
    render(<Room page={page} />);
    await act(() =>
      page.withDatabase(ada, async (database) => {
        await database.signals.put(row);
        database.close();
      }),
    );
    await act(() =>
      page.withDatabase(ada, (database) => database.signals.put({ ...row, id: 'b' })),
    );
    expect(await screen.findByText('2 signals, kept')).toBeInTheDocument();
  });

  it('reopens once for all callers after the connection was closed', async () => {
    const connections: IDBDatabase[] = [];
    const open = indexedDB.open.bind(indexedDB);
    const opening = vi.spyOn(indexedDB, 'open').mockImplementation((name, version) => {
      const request = open(name, version);
      request.addEventListener('success', () => connections.push(request.result));
      return request;
    });
    vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    page.storeUser(aUser({ id: ada }));
    render(Array.from({ length: 6 }, (_, at) => <Room key={at} page={page} />));
    await act(() => page.withDatabase(ada, (database) => database.signals.put(row)));
    await vi.waitFor(() => expect(screen.getAllByText('1 signals, kept')).toHaveLength(6));
    opening.mockClear();
    for (const connection of connections.splice(0)) connection.close();
    const ids = Array.from({ length: 12 }, (_, at) => `b${at}`);
    await act(() =>
      Promise.all(
        ids.map((id) => page.withDatabase(ada, ({ signals }) => signals.put({ ...row, id }))),
      ),
    );
    await vi.waitFor(() => expect(screen.getAllByText('13 signals, kept')).toHaveLength(6));
    const openings = opening.mock.calls.length;
    await act(() => new Promise((resolve) => setTimeout(resolve, 300)));
    expect(opening.mock.calls.length, 'it comes to rest').toBe(openings);
    // Dexie reopens its own connection as well.
    expect(openings).toBeLessThanOrEqual(3);
  });

  it('is recreated if broken, keeping the outbox', async () => {
    page.storeUser(aUser({ id: ada }));
    await page.withDatabase(ada, (database) => database.signals.put(row));
    vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    const broken = new Set([`quantalgo-${ada}`]);
    const open = indexedDB.open.bind(indexedDB);
    const erase = indexedDB.deleteDatabase.bind(indexedDB);
    vi.spyOn(indexedDB, 'open').mockImplementation((name, version) => {
      if (broken.has(name))
        throw new DOMException('Internal error opening backing store', 'UnknownError');
      return open(name, version);
    });
    vi.spyOn(indexedDB, 'deleteDatabase').mockImplementation((name) => {
      broken.delete(name);
      return erase(name);
    });
    page = await freshPage();
    const { enqueueItem, readOutboxItems } = await import('../../../src/data/outbox/outbox');
    await enqueueItem(ada, { kind: 'settings', body: { fullName: 'Ada' } });
    render(<Room page={page} />);
    expect(await screen.findByText('0 signals, kept')).toBeInTheDocument();
    expect(await readOutboxItems(ada)).toHaveLength(1);
  });

  it('is not deleted if the connection is lost while opening', async () => {
    page.storeUser(aUser({ id: ada }));
    await page.withDatabase(ada, (database) => database.signals.put(row));
    page.forgetUser('expired');
    const open = indexedDB.open.bind(indexedDB);
    let lost = 1;
    const erased = vi.spyOn(indexedDB, 'deleteDatabase');
    vi.spyOn(indexedDB, 'open').mockImplementation((name, version) => {
      lost -= 1;
      if (lost >= 0) throw new DOMException('The connection was lost', 'InvalidStateError');
      return open(name, version);
    });
    page.storeUser(aUser({ id: ada }));
    expect(await page.withDatabase(ada, (database) => database.signals.count())).toBe(1);
    expect(erased).not.toHaveBeenCalled();
  });

  it('falls back to memory while an older build’s tab blocks it, then becomes persistent', async () => {
    // One below the current version, because there is no older one yet.
    const rows = { signals: [row] };
    const tab = await databaseOf(`quantalgo-${ada}`, MEMBER_VERSIONS, 1, rows, 9);
    vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    page.storeUser(aUser({ id: ada }));
    render(<Room page={page} />);
    expect(
      await screen.findByText('0 signals, not kept', undefined, { timeout: 10_000 }),
    ).toBeInTheDocument();
    act(() => tab.close());
    expect(
      await screen.findByText('1 signals, kept', undefined, { timeout: 10_000 }),
    ).toBeInTheDocument();
  }, 30_000);

  it('notifies followers when the database was replaced', async () => {
    page.storeUser(aUser({ id: ada }));
    await page.withDatabase(ada, (database) => database.signals.put(row));
    const { followDatabase } = await import('../../../src/data/storage/memberDatabase');
    const onChange = vi.fn();
    const stop = followDatabase(ada, onChange);
    expect(onChange.mock.calls).toEqual([[{ isPersisted: true, isReplaced: false }]]);
    await page.withDatabase(ada, (database) => {
      database.close();
      return Promise.resolve();
    });
    await page.withDatabase(ada, (database) => database.signals.count());
    await vi.waitFor(() => expect(onChange).toHaveBeenCalledTimes(2));
    expect(onChange).toHaveBeenLastCalledWith({ isPersisted: true, isReplaced: true });
    stop();
  });

  it('falls back to memory when storage is full', async () => {
    page.storeUser(aUser({ id: ada }));
    render(<Room page={page} />);
    const full = () => Promise.reject(new DOMException('full', 'QuotaExceededError'));
    let tries = 0;
    await act(() =>
      page.withDatabase(ada, async (database) => {
        tries += 1;
        if (tries < 4) return full();
        return database.signals.put(row);
      }),
    );
    expect(await screen.findByText('1 signals, not kept')).toBeInTheDocument();
  });

  it('rethrows other errors without retrying and stays persistent', async () => {
    page.storeUser(aUser({ id: ada }));
    render(<Room page={page} />);
    await act(() => page.withDatabase(ada, (database) => database.signals.put(row)));
    const unclonable = { ...row, id: 'b', send: () => undefined };
    for (const [error, work] of [
      ['TypeError', () => Promise.reject(new TypeError('row is undefined'))],
      ['DataCloneError', ({ signals }) => signals.put(unclonable)],
    ] satisfies [string, Parameters<typeof page.withDatabase>[1]][]) {
      const tried = vi.fn(work);
      await expect(page.withDatabase(ada, tried)).rejects.toMatchObject({ name: error });
      expect(tried).toHaveBeenCalledOnce();
    }
    expect(await screen.findByText('1 signals, kept')).toBeInTheDocument();
  });

  it('rethrows a storage error if the in-memory fallback fails too', async () => {
    page.storeUser(aUser({ id: ada }));
    const full = new DOMException('full', 'QuotaExceededError');
    await expect(page.withDatabase(ada, () => Promise.reject(full))).rejects.toBe(full);
  });
});
