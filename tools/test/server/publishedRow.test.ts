import { randomUUID } from 'node:crypto';
import { type Configuration, createConfiguration } from '@quantalgo/contracts/bots/configuration';
import { nextSlotStart, SLOT_MS } from '@quantalgo/contracts/core/slots';
import { publicRowSchema } from '@quantalgo/contracts/leaderboard/leaderboard';
import { findDifferences, replayPublication } from '@quantalgo/contracts/leaderboard/published';
import { toRevealedSignals } from '@quantalgo/contracts/leaderboard/revealed';
import { DEFAULT_PAIRS } from '@quantalgo/contracts/market/pairs';
import { createSimulatedMarket } from '@quantalgo/functions/platform/market/simulated';
import { foldPublications } from '@quantalgo/functions/platform/leaderboard/fold';
import {
  chooseDisplayName,
  addPublication,
  withdrawPublication,
} from '@quantalgo/functions/platform/leaderboard/publish';
import { runPublisher } from '@quantalgo/functions/platform/record/publish';
import { settleDue } from '@quantalgo/functions/platform/record/settle';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createMember } from '../../../functions/test/server/http/members';
import { type Api, startApi } from '../../../functions/test/server/http/suite';
import { readWholeLedger } from '../../../functions/test/server/ledgerEntries';
import { checkPublished } from '../../src/checks/publishedRow';
import { LOCAL_SIGNER } from '../../src/suite/environment';

const FROM = nextSlotStart(Date.parse('2026-11-18T08:00:00Z'));
const SLOTS = 36;
const at = (slot: number) => FROM + slot * SLOT_MS;
const BOT = createConfiguration(FROM);
const market = createSimulatedMarket(DEFAULT_PAIRS);

let api: Api;

beforeAll(async () => {
  api = await startApi('demo-tools-published-row');
});
afterAll(() => api.close());

async function runSlot(slot: number): Promise<void> {
  const job = { market, clock: () => at(slot) + 2_000, signer: LOCAL_SIGNER };
  await runPublisher(api.firestore, at(slot), job);
  await settleDue(api.firestore, job);
  // Not after each settlement, and twice at times.
  if (slot % 5 === 0) await foldPublications(api.firestore, at(slot) + 3_000);
  if (slot % 10 === 0) await foldPublications(api.firestore, at(slot) + 3_000);
}

it('equals the public ledger’s replay, for the server and for the command', async () => {
  const { firestore } = api;
  const { uid } = await createMember(api, { tier: 'starter' });
  const publishAt = (slot: number, configuration: Configuration) => {
    const call = { uid, key: randomUUID(), contentDigest: '' };
    return addPublication(firestore, { call, configuration }, at(slot) + 60_000);
  };
  await chooseDisplayName(firestore, { uid, name: `Ada ${uid.slice(0, 8)}` }, at(0));
  await runSlot(0);
  await publishAt(0, { ...BOT, levels: 4, maxOpenTrades: 10, stopLoss: null });
  const bold = { ...BOT, levels: 2, stake: { kind: 'percent', hundredths: 500 } } as const;
  const [running, withdrawn] = (await publishAt(0, bold)).publications;
  for (let slot = 1; slot < SLOTS; slot += 1) {
    await runSlot(slot);
    if (slot === 20)
      await withdrawPublication(firestore, { uid, id: withdrawn?.id ?? '' }, at(slot));
  }
  const revealed = toRevealedSignals(await readWholeLedger({ database: api.firestore }));
  for (const id of [running, withdrawn].flatMap((one) => one?.id ?? [])) {
    const { envelope } = await api.call(`/api/leaderboard/${id}`);
    const row = publicRowSchema.parse(envelope?.data);
    expect(row.standing).toEqual(replayPublication(row, revealed, row.standing));
    expect(row.standing.tally.trades).toBeGreaterThan(0);
    const { lines, isSame } = await checkPublished(api.url, id);
    expect([isSame, lines.at(-1)]).toEqual([true, 'The same, to the cent.']);
    // A row that says a cent more is found out.
    const { tally } = row.standing;
    const boasted = { ...row.standing, tally: { ...tally, profit: tally.profit + 1 } };
    expect(findDifferences(boasted, replayPublication(row, revealed, row.standing))).toEqual([
      'profit',
    ]);
  }
}, 120_000);
