import { randomUUID } from 'node:crypto';
import { createConfiguration } from '@quantalgo/contracts/bots/configuration';
import { createPaperState } from '@quantalgo/contracts/bots/state';
import { SLOT_MS, slotId } from '@quantalgo/contracts/core/slots';
import { DEFAULT_PAIRS } from '@quantalgo/contracts/market/pairs';
import { foldPublications } from '@quantalgo/functions/platform/leaderboard/fold';
import {
  packRef,
  readTable,
  MAX_ROWS_PER_PACK,
  tableRef,
} from '@quantalgo/functions/platform/leaderboard/packs';
import { createSimulatedMarket } from '@quantalgo/functions/platform/market/simulated';
import { runPublisher } from '@quantalgo/functions/platform/record/publish';
import { settleDue } from '@quantalgo/functions/platform/record/settle';
import { Timestamp } from 'firebase-admin/firestore';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openEmulatedProject } from '../../../../functions/test/server/emulated';
import { measureOperations } from './countOperations';

const PUBLISHED = 1_000;
const FROM = Date.parse('2026-11-18T08:00:00Z');
const SLOTS = 12;
const market = createSimulatedMarket(DEFAULT_PAIRS);
const server = openEmulatedProject('demo-server-leaderboard');
const { database } = server;

const rowAt = (index: number) => {
  const configuration = {
    ...createConfiguration(FROM + SLOT_MS),
    levels: (index % 4) + 1,
    maxOpenTrades: (index % 10) + 1,
  };
  return {
    id: randomUUID(),
    name: `Member ${index}`,
    configuration,
    publishedAt: FROM,
    withdrawnAt: null,
    state: createPaperState(configuration),
  };
};

async function publishMany(): Promise<number> {
  const reach = { slot: slotId(FROM), until: FROM };
  let packs = 0;
  for (let first = 0; first < PUBLISHED; first += MAX_ROWS_PER_PACK, packs += 1) {
    const length = Math.min(MAX_ROWS_PER_PACK, PUBLISHED - first);
    const rows = Array.from({ length }, (_, index) => rowAt(first + index));
    await packRef(database, packs).set({ ...reach, rows });
  }
  await tableRef(database).set({
    rows: [],
    tried: PUBLISHED,
    running: PUBLISHED,
    withdrawn: 0,
    packs,
    slot: reach.slot,
    open: false,
    updatedAt: Timestamp.fromMillis(FROM),
  });
  return packs;
}

beforeAll(() => server.clear());
afterAll(() => server.close());

it(
  'folds a settlement into 1,000 published configurations in under a second, with few reads',
  { timeout: 120_000 },
  async () => {
    let packs = 0;
    let most = { reads: 0, writes: 0 };
    let used = Infinity;
    for (let index = 0; index < SLOTS; index += 1) {
      const slot = FROM + index * SLOT_MS;
      const job = { market, clock: () => slot + 1_000 };
      await runPublisher(database, slot, job);
      if (index === 0) packs = await publishMany();
      await settleDue(database, job);
      const began = process.cpuUsage();
      const started = performance.now();
      const cost = await measureOperations(database, (own) => foldPublications(own, slot + 1_000));
      const { user, system } = process.cpuUsage(began);
      most = {
        reads: Math.max(most.reads, cost.reads),
        writes: Math.max(most.writes, cost.writes),
      };
      if (cost.writes === 0) continue;
      used = Math.min(used, (user + system) / 1_000);
      console.log(
        `${PUBLISHED} published: ${Math.round(performance.now() - started)} ms, ` +
          `${Math.round((user + system) / 1_000)} ms of this process, ${cost.reads} reads, ${cost.writes} writes`,
      );
    }
    // What the machine does conflicts is not counted: the emulator alone takes several times as long.
    expect(used).toBeLessThan(1_000);
    expect(most.writes).toBe(packs + 1);
    // The table and all packs twice, and the signals that wait or are new.
    expect(most.reads).toBeLessThanOrEqual(2 * (packs + 1) + 8);
    // What waits for the end of open trades is neither played nor written again until something ends.
    const again = FROM + (SLOTS - 1) * SLOT_MS + 2_000;
    expect((await readTable(database)).open).toBe(true);
    expect((await measureOperations(database, (own) => foldPublications(own, again))).writes).toBe(
      0,
    );
  },
);
