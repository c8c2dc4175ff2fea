// @vitest-environment jsdom
import { SLOT_MS } from '@quantalgo/contracts/core/slots';
import { toApiSignal } from '@quantalgo/contracts/signals/apiSignal';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { clearUser, storeUser } from '../../../src/data/auth/currentSession';
import { SIGNALS_PER_PAGE, fetchPageBefore } from '../../../src/data/signals/page';
import { aServer, envelope } from '../../support/aServer';
import { aSignal, SLOT } from '../../support/aSignal';
import { aUser } from '../../support/aUser';
import { held, resetAuth } from '../../support/fakeAuth';

vi.mock('../../../src/data/auth/idTokens', () => import('../../support/fakeAuth'));

let rows: readonly unknown[];
let server: Awaited<ReturnType<typeof aServer>>;

beforeEach(async () => {
  resetAuth();
  held.uid = 'reader';
  storeUser(aUser({ id: 'reader' }));
  server = await aServer((_, response) => envelope(response, { data: rows }));
});
afterEach(async () => {
  clearUser('logged-out');
  await server.close();
});

/** `count` signals of consecutive slots, newest first. */
const createRows = (count: number) =>
  Array.from({ length: count }, (_, index) => toApiSignal(aSignal(SLOT - index * SLOT_MS), SLOT));

describe('fetchPageBefore', () => {
  it('returns the oldest slot of a full page', async () => {
    rows = createRows(SIGNALS_PER_PAGE);
    expect((await fetchPageBefore(null)).oldest).toBe(SLOT - (SIGNALS_PER_PAGE - 1) * SLOT_MS);
  });

  it('returns null as the oldest slot of the last page', async () => {
    rows = createRows(3);
    const page = await fetchPageBefore(SLOT + SLOT_MS);
    expect(page.batch.signals).toHaveLength(3);
    expect(page.oldest).toBeNull();
  });

  it('rejects a full page without slot ids', async () => {
    rows = Array.from({ length: SIGNALS_PER_PAGE }, () => ({ newer: 'than this app' }));
    await expect(fetchPageBefore(null)).rejects.toThrow('No signal on this page has a slot id');
  });
});
