import { randomUUID } from 'node:crypto';
import { JOURNAL_PAGE_SIZE, journalEndpoints } from '@quantalgo/contracts/journal/endpoints';
import type { JournalEntry } from '@quantalgo/contracts/journal/entry';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { logInNewMember } from '../http/members';
import { startApi, type Api } from '../http/suite';

let api: Api;
let member: Awaited<ReturnType<typeof logInNewMember>>;

beforeAll(async () => {
  api = await startApi('demo-account-journal');
});
beforeEach(async () => {
  member = await logInNewMember(api);
});
afterAll(() => api.close());

const SLOT = '20261120T1340Z';

const send = (writes: readonly object[], key: string = randomUUID(), token = member.token) =>
  api.call('/api/journal', {
    method: 'POST',
    token,
    body: { writes },
    headers: { 'idempotency-key': key },
  });

const note = (text: string, saw: object = {}, id = SLOT) => ({
  id,
  change: { status: 'taken', note: text },
  saw,
});

async function pages(after = 0, token = member.token): Promise<JournalEntry[]> {
  const { envelope } = await api.call(`/api/journal?after=${after}`, { token });
  const { entries, next } = journalEndpoints.journal.data.parse(envelope?.data);
  return next === null ? entries : [...entries, ...(await pages(next, token))];
}

describe('a journal', () => {
  it('gives back what was written, for its member alone', async () => {
    expect((await send([note('calm')])).status).toBe(200);
    expect(await pages()).toMatchObject([{ id: SLOT, status: 'taken', note: 'calm', seq: 1 }]);
    const other = await logInNewMember(api);
    expect(await pages(0, other.token)).toEqual([]);
  });

  it('counts a write that is sent five times once', async () => {
    const key = randomUUID();
    const sent = await Promise.all(Array.from({ length: 5 }, () => send([note('calm')], key)));
    expect(new Set(sent.map(({ status }) => status))).toEqual(new Set([200]));
    await send([note('late', { note: 'calm', status: 'taken' })]);
    // It arrives once more, after the member has written something else.
    await send([note('calm')], key);
    expect(await pages()).toMatchObject([{ note: 'late', besides: [], seq: 2 }]);
  });

  it('keeps both values of two devices that had not seen each other’s', async () => {
    const both = [send([note('from the phone')]), send([note('from the desk')])];
    await Promise.all(both);
    const [entry] = await pages();
    const held = [entry?.note, ...(entry?.besides ?? []).map(({ note: text }) => text)];
    expect(held.sort()).toEqual(['from the desk', 'from the phone']);
  });

  it('gives a device what changed after the place that it has', async () => {
    await send([note('one'), note('two', {}, '20261120T1345Z')]);
    await send([note('one again', { note: 'one', status: 'taken' })]);
    expect(await pages(2)).toMatchObject([{ id: SLOT, note: 'one again', seq: 3 }]);
    expect(await pages(3)).toEqual([]);
  });

  it('is read in pages, without a gap and nothing twice', async () => {
    const start = Date.parse('2026-11-01T00:00:00Z');
    const ids = Array.from({ length: JOURNAL_PAGE_SIZE + 50 }, (_, index) => {
      const at = new Date(start + index * 5 * 60_000).toISOString();
      return `${at.slice(0, 16).replace(/[-:]/g, '')}Z`;
    });
    for (let from = 0; from < ids.length; from += 50)
      await send(ids.slice(from, from + 50).map((id) => note('imported', {}, id)));
    expect((await pages()).map(({ id }) => id)).toEqual(ids);
  });

  it('does not change by a write of what stands there', async () => {
    await send([note('calm')]);
    await send([note('calm')]);
    expect(await pages()).toMatchObject([{ seq: 1, besides: [] }]);
  });

  it('refuses a key that was used for other writes, and writes for nobody', async () => {
    const key = randomUUID();
    await send([note('calm')], key);
    expect((await send([note('late')], key)).status).toBe(409);
    expect((await send([note('calm')], randomUUID(), 'not-a-token')).status).toBe(401);
  });

  it.each([
    ['nothing', []],
    ['a slot that is none', [note('calm', {}, '20261120T1341Z')]],
    ['an entry twice', [note('calm'), note('late')]],
    ['a stake below a cent', [{ id: SLOT, change: { trades: [{ level: 0, stake: 0 }] }, saw: {} }]],
    ['a field of nobody', [{ id: SLOT, change: { uid: 'another' }, saw: {} }]],
  ])('refuses %s, and keeps nothing of it', async (_, writes) => {
    expect((await send(writes)).status).toBe(400);
    expect(await pages()).toEqual([]);
  });
});
