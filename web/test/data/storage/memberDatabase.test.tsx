import { act, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { aUser } from '../aUser';

/** A page that was just loaded: its modules start anew, IndexedDB and localStorage stay. */
async function freshPage() {
  vi.resetModules();
  const { storeUser, forgetUser } = await import('../../../src/data/session/store');
  const { withDatabase, useStorageKept } = await import('../../../src/data/storage/memberDatabase');
  const { useSignalCount } = await import('../../../src/data/signals/useSignals');
  return { storeUser, forgetUser, withDatabase, useStorageKept, useSignalCount };
}

function Room({ page }: { readonly page: Awaited<ReturnType<typeof freshPage>> }) {
  const kept = page.useStorageKept();
  const count = page.useSignalCount();
  return (
    <p>
      {count ?? 'loading'} signals, {kept ? 'kept' : 'not kept'}
    </p>
  );
}

const row = { id: '20261120T1405Z', createdAt: 1, updatedAt: 1 };
const names = async () => (await indexedDB.databases()).map(({ name }) => name);

describe("the member's database", () => {
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
    act(() => page.forgetUser('signed-out'));
  });

  it('bears the name of the member and is there again after a reload', async () => {
    page.storeUser(aUser({ id: ada }));
    await page.withDatabase(ada, (database) => database.signals.put(row));
    expect(await names()).toContain(`quantalgo-${ada}`);
    page = await freshPage();
    expect(await page.withDatabase(ada, (database) => database.signals.count())).toBe(1);
  });

  it('never holds anything of the member before', async () => {
    page.storeUser(aUser({ id: ada }));
    await page.withDatabase(ada, (database) => database.signals.put(row));
    page.forgetUser('signed-out');
    page.storeUser(aUser({ id: 'bola' }));
    expect(await page.withDatabase('bola', (database) => database.signals.count())).toBe(0);
  });

  it('takes in nothing for a member who has gone', async () => {
    page.storeUser(aUser({ id: ada }));
    page.forgetUser('signed-out');
    await expect(page.withDatabase(ada, (database) => database.signals.put(row))).rejects.toThrow(
      'Nothing can be stored',
    );
    await vi.waitFor(async () => expect(await names()).not.toContain(`quantalgo-${ada}`));
  });

  it('lives in memory where the browser denies one, and the page knows that nothing is kept', async () => {
    vi.spyOn(indexedDB, 'open').mockImplementation(() => {
      throw new DOMException('denied', 'InvalidStateError');
    });
    page.storeUser(aUser({ id: ada }));
    render(<Room page={page} />);
    await act(() => page.withDatabase(ada, (database) => database.signals.put(row)));
    expect(await screen.findByText('1 signals, not kept')).toBeInTheDocument();
  });

  it('is opened again when the system closed the connection, with all that was in it', async () => {
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

  it('goes on in memory when there is no room left', async () => {
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
});
