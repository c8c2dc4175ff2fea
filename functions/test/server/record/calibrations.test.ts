import { randomUUID } from 'node:crypto';
import { SLOT_MS, slotId } from '@quantalgo/contracts/core/slots';
import { DAY_MS } from '@quantalgo/contracts/core/time';
import { DEFAULT_PAIRS } from '@quantalgo/contracts/market/pairs';
import { strategyOverviewSchema } from '@quantalgo/contracts/record/strategyEndpoints';
import { Timestamp } from 'firebase-admin/firestore';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { openRecord } from '../../../src/domain/record/record';
import type { SwitchOffCause } from '../../../src/domain/signals/calibration/calibration';
import type { Contender } from '../../../src/domain/signals/selection';
import { STRATEGIES } from '../../../src/domain/signals/strategies/registry';
import { loadContenders, refitStrategies } from '../../../src/platform/record/calibrations';
import { toHeadWrite } from '../../../src/platform/record/ledger';
import { readStrategyRecords } from '../../../src/platform/record/strategyRecords';
import type { MarketData } from '../../../src/platform/market/marketData';
import { createSimulatedMarket } from '../../../src/platform/market/simulated';
import { NOON } from '../../candles';
import { openEmulatedProject } from '../emulated';
import { signalDocument, wonAtLevel1 } from '../signals/signalDocuments';

const server = openEmulatedProject('demo-server-calibrations');
const { database } = server;
const market = createSimulatedMarket(DEFAULT_PAIRS);

/** A market that fails when it is read. */
const unread: MarketData = {
  ...market,
  candles: () => Promise.reject(new Error('No candles were to be read')),
};

/** The market with a source that fails for one pair. */
const partly: MarketData = {
  ...market,
  candles: (pair, ...args) =>
    pair === 'XAUUSD' ? Promise.reject(new Error('down')) : market.candles(pair, ...args),
};

beforeEach(() => server.clear());
afterAll(() => server.close());

describe('daily refit', () => {
  it('stores each strategy’s calibration with its sample size and reliability', async () => {
    const { fitted, failures } = await refitStrategies(database, market, NOON, STRATEGIES);
    expect(failures).toEqual([]);
    expect(fitted.map(({ strategy }) => strategy.id)).toEqual(STRATEGIES.map(({ id }) => id));
    for (const { strategy, calibration } of fitted) {
      expect(calibration.trials).toBeGreaterThan(200);
      expect(calibration.checkup?.reliability.length).toBeGreaterThan(0);
      const stored = (await database.doc(`calibrations/${strategy.id}`).get()).data();
      expect(stored).toMatchObject({ version: calibration.version, trials: calibration.trials });
    }
  });

  it('serves each strategy’s record and marks the ones on trial', async () => {
    // On days of their own, because fewer than ten days give no interval.
    const slots = Array.from({ length: 12 }, (_, index) => NOON - (14 - index) * DAY_MS);
    for (const slot of slots)
      await database
        .doc(`signals/${slotId(slot)}`)
        .set({ ...signalDocument(slot, 'basic'), moves: 96, settlement: wonAtLevel1(slot) });
    expect(await readStrategyRecords(database, STRATEGIES)).toEqual({
      strategies: [],
      entryOdds: { counted: 0, gain: null, isShown: false },
    });
    await refitStrategies(database, market, NOON, STRATEGIES);
    const { strategies: records, entryOdds } = strategyOverviewSchema.parse(
      await readStrategyRecords(database, STRATEGIES),
    );
    // The price went against each signal before its entry, and again after it.
    expect(entryOdds).toMatchObject({ counted: 12, isShown: false });
    expect(entryOdds.gain?.value).toBeLessThan(0);
    expect(records.map(({ id }) => id)).toEqual(STRATEGIES.map(({ id }) => id));
    expect(records[0]).toMatchObject({ id: 'mean-reversion', moved: 12, won: 0 });
    const onTrial = STRATEGIES.filter((strategy) => strategy.onTrial === true);
    expect(onTrial.length).toBeGreaterThan(0);
    for (const { id } of onTrial)
      expect(records.find((record) => record.id === id)?.aside).toEqual({
        since: new Date(NOON).toISOString(),
        reason: 'trial',
      });
  });

  it('reports that entry odds are shown once all strategies’ results prove them', async () => {
    await refitStrategies(database, market, NOON, STRATEGIES);
    const days = { trials: 500, gain: 5, gapGap: 5, gapTrials: 500, trialsTrials: 50_000 };
    const store = (id: string) =>
      database.doc(`calibrations/${id}`).update({ 'record.entryOdds': days });
    await store('mean-reversion');
    expect((await readStrategyRecords(database, STRATEGIES)).entryOdds.isShown).toBe(false);
    await store('regression');
    const { entryOdds } = await readStrategyRecords(database, STRATEGIES);
    expect(entryOdds).toMatchObject({ counted: 1000, isShown: true });
    expect(entryOdds.gain?.value).toBeCloseTo(4, 10);
  });

  it('reports whether a strategy is set aside for its record or its forecasts', async () => {
    await refitStrategies(database, market, NOON, STRATEGIES);
    const since = Timestamp.fromMillis(NOON);
    const switchOff = (id: string, cause: SwitchOffCause) =>
      database
        .doc(`calibrations/${id}`)
        .update({ switchedOff: { since, reason: 'as tested', cause } });
    await switchOff('mean-reversion', 'record');
    await switchOff('absorption', 'wrong-side');
    await switchOff('trend', 'drift');
    await database.doc('calibrations/breakout').update({ switchedOff: null });
    const { strategies: records } = await readStrategyRecords(database, STRATEGIES);
    const getAside = (id: string) => records.find((record) => record.id === id)?.aside;
    expect(getAside('mean-reversion')?.reason).toBe('record');
    expect(getAside('absorption')?.reason).toBe('record');
    expect(getAside('trend')?.reason).toBe('forecasts');
    expect(getAside('breakout')).toBeNull();
  });

  it('counts each settled signal once and skips unsettled and unreadable ones', async () => {
    const slots = Array.from({ length: 20 }, (_, index) => NOON - 2 * DAY_MS + index * SLOT_MS);
    for (const slot of slots)
      await database
        .doc(`signals/${slotId(slot)}`)
        .set({ ...signalDocument(slot, 'basic'), moves: 96, settlement: wonAtLevel1(slot) });
    const open = NOON - 2 * DAY_MS + 30 * SLOT_MS;
    await database.doc(`signals/${slotId(open)}`).set(signalDocument(open, 'basic'));
    const unreadable = { createdAt: Timestamp.fromMillis(open + SLOT_MS), pair: 'none' };
    await database.doc(`signals/${slotId(open + SLOT_MS)}`).set(unreadable);
    for (const night of [NOON, NOON + DAY_MS]) {
      const { fitted } = await refitStrategies(database, market, night, STRATEGIES);
      const getRecord = (id: string) =>
        fitted.find(({ strategy }) => strategy.id === id)?.calibration.record;
      expect(getRecord('mean-reversion')?.firstEntry).toMatchObject({ trials: 20, hits: 0 });
      expect(getRecord('mean-reversion')?.later).toMatchObject({ trials: 20, hits: 20 });
      expect(getRecord('regression')?.firstEntry.trials).toBe(0);
    }
  });

  it('does not count signals that are lost only because they were judged late', async () => {
    const slot = NOON - 3 * DAY_MS;
    const settlement = wonAtLevel1(slot);
    const lost = { ...settlement, outcome: 'loss', level: null };
    const late = { ...lost, settledAt: Timestamp.fromMillis(slot + DAY_MS + 1) };
    const store = (at: number, settled: typeof lost) =>
      database
        .doc(`signals/${slotId(at)}`)
        .set({ ...signalDocument(at, 'basic'), moves: 96, settlement: settled });
    await store(slot, late);
    await store(slot + SLOT_MS, lost);
    const { fitted } = await refitStrategies(database, market, NOON, STRATEGIES);
    const record = fitted.find(({ strategy }) => strategy.id === 'mean-reversion')?.calibration
      .record;
    expect(record?.firstEntry.trials).toBe(1);
    expect(record?.coin.trials).toBe(1);
    expect(record?.entryOdds.trials).toBe(1);
  });

  it('stores calibrations that the publisher loads without reading candles', async () => {
    const { fitted } = await refitStrategies(database, market, NOON, STRATEGIES);
    expect(await loadContenders(database, unread, NOON + DAY_MS, STRATEGIES)).toEqual(fitted);
  });

  it('does not overwrite a newer calibration with a late run’s', async () => {
    const { fitted } = await refitStrategies(database, market, NOON, STRATEGIES);
    await refitStrategies(database, market, NOON - SLOT_MS, STRATEGIES);
    expect(await loadContenders(database, unread, NOON + SLOT_MS, STRATEGIES)).toEqual(fitted);
  });
});

describe('refit with a failing pair', () => {
  const getGold = (contender: Contender | undefined) => [
    contender?.calibration.trialsByPair['XAUUSD'],
    contender?.calibration.curvesByPair['XAUUSD'],
  ];

  it('refits the other pairs, carries the failing one over and reports the failure', async () => {
    const before = await refitStrategies(database, market, NOON, STRATEGIES);
    const after = await refitStrategies(database, partly, NOON + DAY_MS, STRATEGIES);
    expect(after.failures).toEqual(['XAUUSD: down']);
    const [previous, fresh] = [before.fitted[0], after.fitted[0]];
    expect(fresh?.calibration).toMatchObject({
      fittedAt: NOON + DAY_MS,
      carriedFrom: { XAUUSD: NOON },
    });
    expect(fresh?.calibration.curvesByPair['EURUSD']).not.toEqual(
      previous?.calibration.curvesByPair['EURUSD'],
    );
    expect(getGold(fresh)).toEqual(getGold(previous));
    const trials = Object.values(fresh?.calibration.trialsByPair ?? {});
    expect(fresh?.calibration.trials).toBe(trials.reduce((sum, one) => sum + one, 0));
    expect(await loadContenders(database, unread, NOON + DAY_MS, STRATEGIES)).toEqual(after.fitted);
  });

  it('drops the pair after a week without making the publisher refit', async () => {
    await refitStrategies(database, market, NOON, STRATEGIES);
    for (let day = 1; day <= 7; day += 1)
      await refitStrategies(database, partly, NOON + day * DAY_MS, STRATEGIES);
    const [contender] = await loadContenders(
      database,
      unread,
      NOON + 7 * DAY_MS + SLOT_MS,
      STRATEGIES,
    );
    // The carried-over pair has expired after a week.
    expect(contender?.calibration.trialsByPair['XAUUSD']).toBe(0);
    expect(contender?.calibration.trialsByPair['EURUSD']).toBeGreaterThan(200);
    expect(contender?.calibration.carriedFrom).toBeUndefined();
  });

  it('includes the pair again in the next complete refit', async () => {
    await refitStrategies(database, market, NOON, STRATEGIES);
    await refitStrategies(database, partly, NOON + DAY_MS, STRATEGIES);
    const [whole] = (await refitStrategies(database, market, NOON + DAY_MS, STRATEGIES)).fitted;
    expect(whole?.calibration.carriedFrom).toBeUndefined();
    expect(whole?.calibration.trialsByPair['XAUUSD']).toBeGreaterThan(0);
  });

  it('learns the whole day once the pair is back', async () => {
    const learnt = async (...markets: readonly MarketData[]) => {
      await server.clear();
      await refitStrategies(database, market, NOON, STRATEGIES);
      for (const source of markets)
        await refitStrategies(database, source, NOON + DAY_MS, STRATEGIES);
      const stored = await server.documents('calibrations');
      return stored.map((document): unknown[] => [document['model'], document['record']]);
    };
    expect(await learnt(partly, market)).toEqual(await learnt(market));
  });

  it('keeps the previous fit if every pair fails', async () => {
    const { fitted } = await refitStrategies(database, market, NOON, STRATEGIES);
    await expect(refitStrategies(database, unread, NOON + DAY_MS, STRATEGIES)).rejects.toThrow(
      'Nothing was fitted: EURUSD',
    );
    expect(await loadContenders(database, unread, NOON + DAY_MS, STRATEGIES)).toEqual(fitted);
  });
});

describe('loadContenders', () => {
  it('does not store a fit that lacks a pair, and retries it at the next slot', async () => {
    const [without] = await loadContenders(database, partly, NOON, STRATEGIES);
    expect(without?.calibration.trials).toBeGreaterThan(200);
    expect(without?.calibration.trialsByPair['XAUUSD']).toBe(0);
    expect(await server.documents('calibrations')).toEqual([]);
    const [none] = await loadContenders(database, unread, NOON, STRATEGIES);
    expect(none?.calibration.trials).toBe(0);
    const [whole] = await loadContenders(database, market, NOON + SLOT_MS, STRATEGIES);
    expect(whole?.calibration.fittedAt).toBe(NOON + SLOT_MS);
    expect(whole?.calibration.trialsByPair['XAUUSD']).toBeGreaterThan(0);
  });

  it('refits if there is no calibration for its market', async () => {
    const [first] = await loadContenders(database, market, NOON, STRATEGIES);
    expect(first?.calibration.fittedAt).toBe(NOON);
    const replayed: MarketData = { ...market, source: 'replay' };
    const [other] = await loadContenders(database, replayed, NOON + SLOT_MS, STRATEGIES);
    expect(other?.calibration).toMatchObject({ source: 'replay', fittedAt: NOON + SLOT_MS });
  });

  it('refits if the calibration used different rules from the ledger’s', async () => {
    const { fitted } = await refitStrategies(database, market, NOON, STRATEGIES);
    const two = { levels: 2, stakes: [1, 2.2], payout: 0.8 };
    const ledger = { ledgerId: randomUUID(), rules: two };
    const { path, data } = toHeadWrite(openRecord(ledger, NOON, market.source).head);
    await database.doc(path).set(data);
    const [first] = await loadContenders(database, market, NOON + SLOT_MS, STRATEGIES);
    expect(first?.calibration).toMatchObject({ rules: two, fittedAt: NOON + SLOT_MS });
    expect(first?.calibration.curves).not.toEqual(fitted[0]?.calibration.curves);
  });

  it('starts the record of a changed strategy after the signals that its old record corrected', async () => {
    await refitStrategies(database, market, NOON, STRATEGIES);
    const { path } = database.doc('calibrations/mean-reversion');
    await database.doc(path).update({ strategyHash: 'f'.repeat(64) });
    for (let slot = NOON - 2 * DAY_MS; slot < NOON - DAY_MS; slot += 12 * SLOT_MS)
      await database
        .doc(`signals/${slotId(slot)}`)
        .set({ ...signalDocument(slot, 'basic'), moves: 96, settlement: wonAtLevel1(slot) });
    await loadContenders(database, market, NOON + SLOT_MS, STRATEGIES);
    await refitStrategies(database, market, NOON + DAY_MS, STRATEGIES);
    expect((await database.doc(path).get()).get('record.firstEntry.trials')).toBe(0);
  });

  it('refits if the calibration is a week old', async () => {
    await refitStrategies(database, market, NOON, STRATEGIES);
    const at = NOON + 7 * DAY_MS;
    const [first] = await loadContenders(database, market, at, STRATEGIES);
    expect(first?.calibration.fittedAt).toBe(at);
  });
});
