import {
  NO_SIGNALS_SETTLED,
  SLOT_MS,
  closeTimes,
  countSettlement,
  slotStart,
  type Settlement,
  type Signal,
} from '@quantalgo/contracts';
import {
  LATEST_PUBLICATION_MS,
  recordSettlement,
  recordSlot,
  type Publication,
} from '@quantalgo/functions/domain/record';
import type { Contender } from '@quantalgo/functions/domain/selection';
import {
  decideOnMarket,
  newRecord,
  randomSalt,
} from '@quantalgo/functions/platform/record/publish';
import { gatherCloses, type MarketData } from '@quantalgo/functions/platform/market/marketData';
import { chartCandles, chartWrite } from '@quantalgo/functions/platform/record/chart';
import { headWrite } from '@quantalgo/functions/platform/record/ledger';
import { settlementOf } from '@quantalgo/functions/platform/record/settle';
import {
  countersWrite,
  entryWrites,
  heartbeatWrite,
  settlementFields,
  slotWrites,
  type Write,
} from '@quantalgo/functions/platform/record/writes';

const SLOTS_OF_A_DAY = (24 * 60 * 60_000) / SLOT_MS;
/** A closed market is looked through for open slots no further back than this. */
const FARTHEST_SLOTS = 14 * SLOTS_OF_A_DAY;

/** Start (epoch ms) of the day of open market that ends before `slot`. */
export function historyStart(market: MarketData, slot: number): number {
  let start = slot;
  for (let open = 0, seen = 0; open < SLOTS_OF_A_DAY && seen < FARTHEST_SLOTS; seen += 1) {
    start -= SLOT_MS;
    if (market.isOpen(start)) open += 1;
  }
  return start;
}

const published = (publication: Publication, at: number): Signal => ({
  ...publication,
  publishedAt: at,
  updatedAt: at,
  settlement: null,
});

/** A record in the making: what the jobs would have written slot by slot, to be written at once. */
class History {
  readonly #market: MarketData;
  readonly #writes = new Map<string, Write>();
  readonly #waiting = new Set<Signal>();
  #head;
  #counters;
  settled = 0;

  constructor(market: MarketData, from: number) {
    this.#market = market;
    const { head, entries } = newRecord(from, market.source);
    this.#head = head;
    this.#counters = { ...NO_SIGNALS_SETTLED, source: market.source, rules: head.rules };
    this.#add(entryWrites(entries));
  }

  #add(writes: readonly Write[]) {
    for (const write of writes) this.#writes.set(write.path, write);
  }

  /** Publishes the signal of a slot (epoch ms) as the publisher does at its start. */
  async publish(slot: number, contenders: readonly Contender[]): Promise<void> {
    const decision = await decideOnMarket(this.#market, slot, contenders);
    const how = { at: slot, salt: randomSalt(), seeded: true };
    const step = recordSlot(this.#head, slot, decision, how);
    this.#head = step.head;
    this.#add([...slotWrites(slot, step, slot), heartbeatWrite(slot, step)]);
    if (step.state === 'published') this.#waiting.add(published(step.publication, slot));
    if (step.state === 'missed') this.#counters.missedSlots += 1;
  }

  /** Settles what can be settled at `now` (epoch ms). */
  async settle(now: number): Promise<void> {
    for (const signal of this.#waiting) {
      const times = closeTimes(signal.createdAt, this.#head.rules).filter((time) => time <= now);
      const prices = await gatherCloses(this.#market, signal.pair, times);
      const closes = new Map([...prices].map(([at, price]) => [at, { price, fetchedAt: now }]));
      const how = { source: this.#market.source, now, rules: this.#head.rules };
      const settlement = settlementOf(signal, closes, how);
      if (settlement) await this.#finish(signal, settlement);
    }
  }

  async #finish(signal: Signal, settlement: Settlement) {
    const step = recordSettlement(this.#head, signal, settlement);
    this.#head = step.head;
    this.#counters = countSettlement(this.#counters, signal, settlement);
    this.#add(entryWrites(step.entries));
    const write = this.#writes.get(`signals/${signal.id}`);
    if (!write) throw new Error(`Signal ${signal.id} was never published`);
    const data = { ...write.data, ...settlementFields(settlement) };
    const candles = await chartCandles(this.#market, signal, settlement);
    this.#add([{ ...write, data }, chartWrite(signal.id, candles)]);
    this.#waiting.delete(signal);
    this.settled += 1;
  }

  /** All that is to be written. */
  writes(now: number): Write[] {
    return [...this.#writes.values(), headWrite(this.#head), countersWrite(this.#counters, now)];
  }
}

/**
 * The record of the day of open market before `now` (epoch ms): each slot published and settled by the very rules of the
 * jobs. Signals too young to be settled are left to the settling job, and the current slot to the publisher while it can
 * still be published: a ledger leaves no slot out.
 */
export async function makeHistory(
  market: MarketData,
  contenders: readonly Contender[],
  { from, now }: { from: number; now: number },
): Promise<{ writes: Write[]; settled: number }> {
  const current = slotStart(now);
  const isTooLate = now > current + LATEST_PUBLICATION_MS;
  const last = isTooLate ? current : current - SLOT_MS;
  const history = new History(market, from);
  for (let slot = from; slot <= last; slot += SLOT_MS) {
    await history.publish(slot, contenders);
    await history.settle(slot);
  }
  await history.settle(now);
  return { writes: history.writes(now), settled: history.settled };
}
