import { SLOT_MS } from '@quantalgo/contracts/core/slots';
import { LATEST_PUBLICATION_MS } from '@quantalgo/contracts/record/ledger/timeRules';
import { encodeBase64 } from '@quantalgo/contracts/record/log/base64';
import { parseCheckpoint, parseSignedNote } from '@quantalgo/contracts/record/log/checkpoint';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { createNoteSigner } from '../../../src/platform/core/noteSigner';
import {
  readStampedDay,
  readToken,
  stampCheckpoint,
} from '../../../src/platform/record/checkpointStamps';
import { completeLog, LOG_PATH, readLog } from '../../../src/platform/record/log';
import type { Stamper } from '../../../src/platform/record/stampText';
import { openEmulatedProject } from '../emulated';
import { storeGenesis } from '../genesis';

const NOON = Date.parse('2026-11-20T12:00:00Z');
const AT = NOON + LATEST_PUBLICATION_MS;
const suite = openEmulatedProject('demo-checkpoint-stamps');

/** The stamped texts, in order. */
let stamped: string[];
const answering = (by: string): Stamper => ({
  by,
  text: (text) => {
    stamped.push(text);
    return Promise.resolve({ token: new TextEncoder().encode(`token of ${by}`), genTime: AT });
  },
});
const [ONE, OTHER] = [answering('one.example'), answering('other.example')];
const REFUSING: Stamper = {
  by: 'nobody',
  text: () => Promise.reject(new Error('No answer')),
};

/** Stores a ledger with one entry, and its log. */
async function begin(ledgerId: string): Promise<void> {
  await storeGenesis(suite.database, { ledgerId, at: NOON, source: 'simulated' });
  await completeLog(suite.database, createNoteSigner('a key for the checkpoints of a test'));
}

const stamp = (stampers: readonly Stamper[], at = AT) =>
  stampCheckpoint(suite.database, stampers, at);

describe('checkpoint stamp', () => {
  beforeEach(async () => {
    stamped = [];
    await suite.clear();
    await begin('a');
  });
  afterAll(() => suite.close());

  it('covers the newest checkpoint once per slot, after the publication deadline', async () => {
    expect(await stamp([ONE], AT - 1)).toBeNull();
    expect(await stamp([ONE])).toBe(1);
    expect(await stamp([ONE], AT + 60_000)).toBeNull();
    expect(await stamp([ONE], AT + SLOT_MS)).toBe(1);
    const { text } = parseSignedNote((await readLog(suite.database))?.checkpoint ?? '');
    expect(stamped).toEqual([text, text]);
  });

  it('is listed for its day with authorities and times; tokens are read separately', async () => {
    await stamp([ONE, OTHER]);
    const { text } = parseSignedNote((await readLog(suite.database))?.checkpoint ?? '');
    const { origin, size, root } = parseCheckpoint(text);
    const genTime = new Date(AT).toISOString();
    expect(await readStampedDay(suite.database, '20261120')).toEqual([
      {
        slot: '20261120T1200Z',
        ledgerId: 'a',
        origin,
        size,
        root: encodeBase64(root),
        stamps: [
          { authority: 'one.example', genTime },
          { authority: 'other.example', genTime },
        ],
      },
    ]);
    expect(await readStampedDay(suite.database, '20261121')).toEqual([]);
    const token = await readToken(suite.database, '20261120T1200Z', 1);
    expect(new TextDecoder().decode(token ?? undefined)).toBe('token of other.example');
    expect(await readToken(suite.database, '20261120T1200Z', 2)).toBeNull();
  });

  it('is stored with one authority’s token if another fails', async () => {
    expect(await stamp([REFUSING, ONE])).toBe(1);
    const [listed] = await readStampedDay(suite.database, '20261120');
    expect(listed?.stamps.map(({ authority }) => authority)).toEqual(['one.example']);
  });

  it('is retried within the slot if every authority fails', async () => {
    await expect(stamp([REFUSING])).rejects.toThrow('No authority');
    expect(await stamp([ONE], AT + 60_000)).toBe(1);
  });

  it('is skipped while the log lags the ledger or has no checkpoint', async () => {
    await suite.database.doc('ledgerHeads/current').update({ seq: 1 });
    expect(await stamp([ONE])).toBeNull();
    await suite.database.doc('ledgerHeads/current').update({ seq: 0 });
    await suite.database.doc(LOG_PATH).update({ checkpoint: null });
    expect(await stamp([ONE])).toBeNull();
  });

  it('is made again for a new ledger in the same slot', async () => {
    await stamp([ONE]);
    await begin('b');
    expect(await stamp([ONE])).toBe(1);
  });

  it('is skipped if no authority is configured', async () => {
    expect(await stamp([])).toBeNull();
  });
});
