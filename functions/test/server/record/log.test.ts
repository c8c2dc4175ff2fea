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

const readStoredLog = async () =>
  logDocument.parse((await database.doc('logs/current').get()).data());

/** Computes the log head for these entries. */
function computeHead(entries: readonly LedgerEntry[]) {
  const [genesis] = entries;
  if (genesis?.type !== 'genesis') throw new Error('A ledger begins with its genesis');
  const { log } = growLog(createEmptyLog(genesis.ledgerId), entries.map(toLeaf));
  return { origin: originOf(genesis.ledgerId), size: log.size, root: getLogRoot(log) };
}

/** Parses the stored checkpoint. */
async function readCheckpoint() {
  const { checkpoint } = await readStoredLog();
  return checkpoint === null ? null : parseCheckpoint(parseSignedNote(checkpoint).text);
}

beforeEach(() => server.clear());
afterAll(() => server.close());

describe('log', () => {
  it('contains every ledger entry at once, under a signed checkpoint', async () => {
    for (let index = 0; index < 3; index += 1) {
      await publish(index);
      const entries = await readWholeLedger(server);
      expect(await readCheckpoint()).toEqual(computeHead(entries));
    }
    expect(await settle(12)).not.toEqual([]);
    expect(await readCheckpoint()).toEqual(computeHead(await readWholeLedger(server)));
  });

  it('does not change when a slot is published again', async () => {
    await publish(0);
    const before = await readStoredLog();
    await publish(0);
    expect(await readStoredLog()).toEqual(before);
  });

  it('is consistent when publishers run concurrently', async () => {
    await Promise.all([publish(0), publish(0), publish(0)]);
    expect(await readCheckpoint()).toEqual(computeHead(await readWholeLedger(server)));
  });
});

async function isSignedBy(verifierKey: string | null) {
  const { checkpoint } = await readStoredLog();
  if (checkpoint === null || verifierKey === null) throw new Error('Nothing is signed');
  return (await openCheckpoint(checkpoint, parseVerifierKey(verifierKey), verifyEd25519)) !== null;
}

describe('log key', () => {
  it('signs from the next entry on when it replaces another, and is stored', async () => {
    await publish(0);
    const before = await readStoredLog();
    const replacing = createNoteSigner('the key that replaces the one which leaked');
    await completeLog(database, replacing);
    expect(await readStoredLog()).toEqual(before);
    const slot = NOON + SLOT_MS;
    await runPublisher(database, slot, { market, clock: () => slot + 2000, signer: replacing });
    expect(await isSignedBy((await readStoredLog()).verifierKey)).toBe(true);
    expect(await isSignedBy(before.verifierKey)).toBe(false);
    expect(await readCheckpoint()).toEqual(computeHead(await readWholeLedger(server)));
  });
});

/** Deletes the log, as if it were lost. */
const deleteLog = async () => {
  await database.doc('logs/current').delete();
  for (const tile of await database.collection('logTiles').listDocuments()) await tile.delete();
};

describe('ledger without a log', () => {
  it('stays without a log until `completeLog` rebuilds it', async () => {
    for (let index = 0; index < 3; index += 1) await publish(index);
    await deleteLog();
    await publish(3);
    expect((await database.doc('logs/current').get()).exists).toBe(false);
    await completeLog(database, signer);
    expect(await readCheckpoint()).toEqual(computeHead(await readWholeLedger(server)));
    await publish(4);
    expect(await readCheckpoint()).toEqual(computeHead(await readWholeLedger(server)));
  });

  it('gets a correct log when migrations and a publication run concurrently', async () => {
    for (let index = 0; index < 3; index += 1) await publish(index);
    await deleteLog();
    await Promise.all([completeLog(database, signer), publish(3), completeLog(database, signer)]);
    await completeLog(database, signer);
    expect(await readCheckpoint()).toEqual(computeHead(await readWholeLedger(server)));
  });

  it('gets the same tiles and signed checkpoint as a log kept from the start', async () => {
    await runPublisher(database, NOON, { market, clock: () => NOON + 2000 });
    const later = NOON + 1200 * SLOT_MS;
    await runPublisher(database, later, { market, clock: () => later + 2000, signer });
    const entries = await readWholeLedger(server);
    const before = { log: await readStoredLog(), tiles: await server.documents('logTiles') };
    expect(entries.length).toBeGreaterThan(1200);
    expect(before.tiles).toHaveLength(4);
    await deleteLog();
    await completeLog(database);
    expect(await readCheckpoint()).toBeNull();
    expect((await readStoredLog()).edge).toEqual(before.log.edge);
    await deleteLog();
    await completeLog(database, signer);
    expect(await readStoredLog()).toEqual(before.log);
    expect(await server.documents('logTiles')).toEqual(before.tiles);
  });

  it('is migrated by the settling job even if the source fails', async () => {
    for (let index = 0; index < 3; index += 1) await publish(index);
    await deleteLog();
    const down = { ...market, candles: () => Promise.reject(new Error('down')) };
    const clock = () => NOON + 12 * SLOT_MS;
    await expect(settleAndFold(database, { market: down, clock, signer })).rejects.toThrow(
      'Some signals were not settled',
    );
    expect(await readCheckpoint()).toEqual(computeHead(await readWholeLedger(server)));
  });

  it('is not migrated if an entry is missing', async () => {
    for (let index = 0; index < 3; index += 1) await publish(index);
    await deleteLog();
    await database.doc('ledger/1').delete();
    await expect(completeLog(database, signer)).rejects.toThrow('The ledger lacks entries');
  });
});

describe('new ledger on the same site', () => {
  it('starts its own log', async () => {
    await publish(0);
    const old = await readCheckpoint();
    for (const name of ['ledger', 'ledgerHeads', 'signals', 'status', 'broadcasts'])
      for (const one of await database.collection(name).listDocuments()) await one.delete();
    await publish(1);
    const now = await readCheckpoint();
    expect(now).toEqual(computeHead(await readWholeLedger(server)));
    expect(now?.origin).not.toBe(old?.origin);
  });
});
