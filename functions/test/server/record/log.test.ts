import { SLOT_MS } from '@quantalgo/contracts/core/slots';
import { DEFAULT_PAIRS } from '@quantalgo/contracts/market/pairs';
import type { LedgerEntry } from '@quantalgo/contracts/record/ledger/entry';
import {
  parseCheckpoint,
  parseVerifierKey,
  openCheckpoint,
  parseSignedNote,
} from '@quantalgo/contracts/record/log/checkpoint';
import { toLeaf } from '@quantalgo/contracts/record/log/entryBundle';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { logDocument } from '../../../src/collections/record';
import { createEmptyLog, growLog, getLogRoot, originOf } from '../../../src/domain/record/log';
import { createNoteSigner, verifyEd25519 } from '../../../src/platform/core/noteSigner';
import { createSimulatedMarket } from '../../../src/platform/market/simulated';
import { completeLog } from '../../../src/platform/record/log';
import { runPublisher } from '../../../src/platform/record/publish';
import { settleAndFold, settleDue } from '../../../src/platform/record/settle';
import { NOON } from '../../candles';
import { openEmulatedProject } from '../emulated';
import { readWholeLedger } from '../ledgerEntries';

const server = openEmulatedProject('demo-server-log');
const { database } = server;
const market = createSimulatedMarket(DEFAULT_PAIRS);
const signer = createNoteSigner('a key for the checkpoints of a test');

const publish = (index: number) => {
  const slot = NOON + index * SLOT_MS;
  return runPublisher(database, slot, { market, clock: () => slot + 2000, signer });
};
const settle = (index: number) =>
  settleDue(database, { market, clock: () => NOON + index * SLOT_MS, signer });

const stored = async () => logDocument.parse((await database.doc('logs/current').get()).data());

/** What a log of these entries would be. */
function madeOf(entries: readonly LedgerEntry[]) {
  const [genesis] = entries;
  if (genesis?.type !== 'genesis') throw new Error('A ledger begins with its genesis');
  const { log } = growLog(createEmptyLog(genesis.ledgerId), entries.map(toLeaf));
  return { origin: originOf(genesis.ledgerId), size: log.size, root: getLogRoot(log) };
}

/** The checkpoint as stored. */
async function newestCheckpoint() {
  const { checkpoint } = await stored();
  return checkpoint === null ? null : parseCheckpoint(parseSignedNote(checkpoint).text);
}

beforeEach(() => server.clear());
afterAll(() => server.close());

describe('the log', () => {
  it('has each entry as soon as the ledger has it, under a signed checkpoint', async () => {
    for (let index = 0; index < 3; index += 1) {
      await publish(index);
      const entries = await readWholeLedger(server);
      expect(await newestCheckpoint()).toEqual(madeOf(entries));
    }
    expect(await settle(12)).not.toEqual([]);
    expect(await newestCheckpoint()).toEqual(madeOf(await readWholeLedger(server)));
  });

  it('stays as it is when a slot is published again', async () => {
    await publish(0);
    const before = await stored();
    await publish(0);
    expect(await stored()).toEqual(before);
  });

  it('is the same for publishers that run at once', async () => {
    await Promise.all([publish(0), publish(0), publish(0)]);
    expect(await newestCheckpoint()).toEqual(madeOf(await readWholeLedger(server)));
  });
});

/** Whether this key signed the newest checkpoint. */
async function isSignedBy(verifierKey: string | null) {
  const { checkpoint } = await stored();
  if (checkpoint === null || verifierKey === null) throw new Error('Nothing is signed');
  return (await openCheckpoint(checkpoint, parseVerifierKey(verifierKey), verifyEd25519)) !== null;
}

describe('the key of the log', () => {
  it('signs from the next entry on where it replaces another, and is the one that is served', async () => {
    await publish(0);
    const before = await stored();
    const replacing = createNoteSigner('the key that replaces the one which leaked');
    await completeLog(database, replacing);
    expect(await stored()).toEqual(before);
    const slot = NOON + SLOT_MS;
    await runPublisher(database, slot, { market, clock: () => slot + 2000, signer: replacing });
    expect(await isSignedBy((await stored()).verifierKey)).toBe(true);
    expect(await isSignedBy(before.verifierKey)).toBe(false);
    expect(await newestCheckpoint()).toEqual(madeOf(await readWholeLedger(server)));
  });
});

/** Forgets the log, as if the entries were written by a version that kept none. */
const forget = async () => {
  await database.doc('logs/current').delete();
  for (const tile of await database.collection('logTiles').listDocuments()) await tile.delete();
};

describe('a ledger from before there was a log', () => {
  it('goes on without one until its entries are carried over, and makes the same log then', async () => {
    for (let index = 0; index < 3; index += 1) await publish(index);
    await forget();
    await publish(3);
    expect((await database.doc('logs/current').get()).exists).toBe(false);
    await completeLog(database, signer);
    expect(await newestCheckpoint()).toEqual(madeOf(await readWholeLedger(server)));
    await publish(4);
    expect(await newestCheckpoint()).toEqual(madeOf(await readWholeLedger(server)));
  });

  it('is carried over once, however often that runs, and whatever is published meanwhile', async () => {
    for (let index = 0; index < 3; index += 1) await publish(index);
    await forget();
    await Promise.all([completeLog(database, signer), publish(3), completeLog(database, signer)]);
    await completeLog(database, signer);
    expect(await newestCheckpoint()).toEqual(madeOf(await readWholeLedger(server)));
  });

  it('is signed only as a whole, and fills the tiles that a log from the start would have', async () => {
    await runPublisher(database, NOON, { market, clock: () => NOON + 2000 });
    const later = NOON + 1200 * SLOT_MS;
    await runPublisher(database, later, { market, clock: () => later + 2000, signer });
    const entries = await readWholeLedger(server);
    const before = { log: await stored(), tiles: await server.documents('logTiles') };
    expect(entries.length).toBeGreaterThan(1200);
    expect(before.tiles).toHaveLength(4);
    await forget();
    await completeLog(database);
    expect(await newestCheckpoint()).toBeNull();
    expect((await stored()).edge).toEqual(before.log.edge);
    await forget();
    await completeLog(database, signer);
    expect(await stored()).toEqual(before.log);
    expect(await server.documents('logTiles')).toEqual(before.tiles);
  });

  it('is carried over by the settling job although the source fails', async () => {
    for (let index = 0; index < 3; index += 1) await publish(index);
    await forget();
    const down = { ...market, candles: () => Promise.reject(new Error('down')) };
    const clock = () => NOON + 12 * SLOT_MS;
    await expect(settleAndFold(database, { market: down, clock, signer })).rejects.toThrow(
      'Some signals were not settled',
    );
    expect(await newestCheckpoint()).toEqual(madeOf(await readWholeLedger(server)));
  });

  it('is not carried over with a hole', async () => {
    for (let index = 0; index < 3; index += 1) await publish(index);
    await forget();
    await database.doc('ledger/1').delete();
    await expect(completeLog(database, signer)).rejects.toThrow('The ledger lacks entries');
  });
});

describe('a new ledger on the same site', () => {
  it('begins a log of its own', async () => {
    await publish(0);
    const old = await newestCheckpoint();
    for (const name of ['ledger', 'ledgerHeads', 'signals', 'status', 'broadcasts'])
      for (const one of await database.collection(name).listDocuments()) await one.delete();
    await publish(1);
    const now = await newestCheckpoint();
    expect(now).toEqual(madeOf(await readWholeLedger(server)));
    expect(now?.origin).not.toBe(old?.origin);
  });
});
