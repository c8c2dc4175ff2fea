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

async function fetchEntries(after = 0, token = member.token): Promise<JournalEntry[]> {
  const { envelope } = await api.call(`/api/journal?after=${after}`, { token });
  const { entries, next } = journalEndpoints.journal.data.parse(envelope?.data);
  return next === null ? entries : [...entries, ...(await fetchEntries(next, token))];
}

describe('journal', () => {
  it('returns entries to their member only', async () => {
    expect((await send([note('calm')])).status).toBe(200);
    expect(await fetchEntries()).toMatchObject([
      { id: SLOT, status: 'taken', note: 'calm', seq: 1 },
    ]);
    const other = await logInNewMember(api);
    expect(await fetchEntries(0, other.token)).toEqual([]);
  });

  it('applies a write once if it is sent five times', async () => {
    const key = randomUUID();
    const sent = await Promise.all(Array.from({ length: 5 }, () => send([note('calm')], key)));
    expect(new Set(sent.map(({ status }) => status))).toEqual(new Set([200]));
    await send([note('late', { note: 'calm', status: 'taken' })]);
    // A retry arrives after the member has changed the note.
    await send([note('calm')], key);
    expect(await fetchEntries()).toMatchObject([{ note: 'late', conflicts: [], seq: 2 }]);
  });

  it('keeps both notes if two devices write concurrently', async () => {
    const both = [send([note('from the phone')]), send([note('from the desk')])];
    await Promise.all(both);
    const [entry] = await fetchEntries();
    const held = [entry?.note, ...(entry?.conflicts ?? []).map(({ note: text }) => text)];
    expect(held.sort()).toEqual(['from the desk', 'from the phone']);
  });

  it('returns the entries changed after a sequence number', async () => {
    await send([note('one'), note('two', {}, '20261120T1345Z')]);
    await send([note('one again', { note: 'one', status: 'taken' })]);
    expect(await fetchEntries(2)).toMatchObject([{ id: SLOT, note: 'one again', seq: 3 }]);
    expect(await fetchEntries(3)).toEqual([]);
  });

  it('is paged without gaps or duplicates', async () => {
    const start = Date.parse('2026-11-01T00:00:00Z');
    const ids = Array.from({ length: JOURNAL_PAGE_SIZE + 50 }, (_, index) => {
      const at = new Date(start + index * 5 * 60_000).toISOString();
      return `${at.slice(0, 16).replace(/[-:]/g, '')}Z`;
    });
    for (let from = 0; from < ids.length; from += 50)
      await send(ids.slice(from, from + 50).map((id) => note('imported', {}, id)));
    expect((await fetchEntries()).map(({ id }) => id)).toEqual(ids);
  });

  it('has smaller pages if its entries are long', async () => {
    // Writes straight to the database, because the API would need hundreds of calls.
    const conflicts = Array.from({ length: 9 }, () => ({ note: '.'.repeat(1000) }));
    const ids = Array.from(
      { length: 120 },
      (_, index) =>
        `20261101T${String(Math.floor(index / 12)).padStart(2, '0')}${String((index % 12) * 5).padStart(2, '0')}Z`,
    );
    await send([note('long', {}, ids[0])]);
    const { firestore } = api;
    const stored = await firestore.doc(`journal/${member.uid}_${ids[0]}`).get();
    const batch = firestore.batch();
    for (const [index, slot] of ids.entries())
      batch.set(firestore.doc(`journal/${member.uid}_${slot}`), {
        ...stored.data(),
        slot,
        conflicts,
        seq: index + 1,
      });
    await batch.commit();
    const { envelope } = await api.call('/api/journal', { token: member.token });
    expect(JSON.stringify(envelope).length).toBeLessThan(1_001_000);
    expect((await fetchEntries()).map(({ id }) => id)).toEqual(ids);
  });

  it('ignores a write that changes nothing', async () => {
    await send([note('calm')]);
    await send([note('calm')]);
    expect(await fetchEntries()).toMatchObject([{ seq: 1, conflicts: [] }]);
  });

  it('rejects a reused key with different writes, and writes without a session', async () => {
    const key = randomUUID();
    await send([note('calm')], key);
    expect((await send([note('late')], key)).status).toBe(409);
    expect((await send([note('calm')], randomUUID(), 'not-a-token')).status).toBe(401);
  });

  it.each([
    ['no writes', []],
    ['an invalid slot', [note('calm', {}, '20261120T1341Z')]],
    ['a duplicate entry', [note('calm'), note('late')]],
    ['a stake below a cent', [{ id: SLOT, change: { trades: [{ level: 0, stake: 0 }] }, saw: {} }]],
    ['an unknown field', [{ id: SLOT, change: { uid: 'another' }, saw: {} }]],
  ])('rejects %s and stores nothing', async (_, writes) => {
    expect((await send(writes)).status).toBe(400);
    expect(await fetchEntries()).toEqual([]);
  });
});
