import { SLOT_MS, slotId, slotStart } from '@quantalgo/contracts/core/slots';
import type { MarketState } from '@quantalgo/contracts/market/market';
import { listInventoryDays, buildInventory } from '@quantalgo/contracts/record/inventory';
import type { LedgerEntry } from '@quantalgo/contracts/record/ledger/entry';
import { LATEST_PUBLICATION_MS } from '@quantalgo/contracts/record/ledger/timeRules';
import {
  countSettlement,
  EMPTY_PERFORMANCE_COUNTERS,
} from '@quantalgo/contracts/record/performance';
import { toSignalEnd } from '@quantalgo/contracts/signals/signalEnd';
import { listCloseTimes, LEVELS } from '@quantalgo/contracts/signals/ladder';
import type { Settlement, Signal } from '@quantalgo/contracts/signals/signal';
import { confirmSignal } from '@quantalgo/functions/domain/record/confirmation';
import {
  findLaterCloses,
  NO_CLOSE,
  type Publication,
  recordConfirmation,
  recordSettlement,
  recordSlot,
  type SlotStep,
} from '@quantalgo/functions/domain/record/record';
import { LOOKBACK } from '@quantalgo/functions/domain/signals/strategies/strategy';
import type { RecentSignal } from '@quantalgo/functions/domain/signals/runningLadders';
import type { Contender } from '@quantalgo/functions/domain/signals/selection';
import { computeMarketState } from '@quantalgo/functions/domain/signals/marketState';
import { STRATEGIES } from '@quantalgo/functions/domain/signals/strategies/registry';
import {
  decideOnMarket,
  createRecord,
  createSalt,
} from '@quantalgo/functions/platform/record/publish';
import { loadContenders } from '@quantalgo/functions/platform/record/calibrations';
import { parseEnvironment } from '@quantalgo/functions/platform/core/environment';
import {
  gatherCandles,
  gatherCloses,
  type MarketData,
} from '@quantalgo/functions/platform/market/marketData';
import { openMarket } from '@quantalgo/functions/platform/market/openMarket';
import {
  fetchChartCandles,
  toChartWrite,
  type StoredSettledSignal,
} from '@quantalgo/functions/platform/record/signals';
import {
  toCountersWrite,
  toEntryWrites,
  toHeadWrite,
  toSettlementFields,
  toSlotWrites,
  type Write,
} from '@quantalgo/functions/platform/record/ledger';
import { toFullLogWrites } from '@quantalgo/functions/platform/record/log';
import { toHeartbeatWrite } from '@quantalgo/functions/platform/record/heartbeat';
import { getSettlement } from '@quantalgo/functions/platform/record/settle';
import type { Firestore } from 'firebase-admin/firestore';
import { ACCOUNTS, createAccount } from './accounts';
import { CommandError } from './command';
import { getSuiteAddresses, buildFunctionParameters, LOCAL_SIGNER } from './environment';
import { seedJournal } from './seedJournal';
import { buildMemberWeekWrites } from './seedMembers';
import { buildLiveWrites, buildNetworkWrites, seedPublished } from './seedRooms';
import { type Offset, type Ports, getPorts, PROJECT } from './ports';
import { clearDatabase, openServices } from './services';

const SLOTS_PER_DAY = (24 * 60 * 60_000) / SLOT_MS;
const MAX_SEARCHED_SLOTS = 14 * SLOTS_PER_DAY;

/** Epoch ms such that the open slots from then until `slot` fill a day. */
export function findHistoryStart(market: MarketData, slot: number): number {
  let start = slot;
  for (let open = 0, total = 0; open < SLOTS_PER_DAY && total < MAX_SEARCHED_SLOTS; total += 1) {
    start -= SLOT_MS;
    if (market.isOpen(start)) open += 1;
  }
  return start;
}

const toSignal = (publication: Publication, at: number): Signal => ({
  ...publication,
  publishedAt: at,
  updatedAt: at,
  settlement: null,
});

/**
 * Builds the documents that the jobs would have written slot by slot, so they can be written in one
 * batch.
 */
class History {
  readonly #market: MarketData;
  readonly #contenders: readonly Contender[];
  readonly #writes = new Map<string, Write>();
  readonly #unsettled = new Set<Signal>();
  /** Settled signals whose later levels are still running. */
  readonly #unfinished = new Set<StoredSettledSignal>();
  readonly #signals = new Map<string, Signal>();
  #latestStep: { readonly slot: number; readonly step: SlotStep } | null = null;
  /** Epoch ms of the open market's newest slot. */
  #lastOpenSlot: number | null = null;
  #state: MarketState | null = null;
  readonly #entries: LedgerEntry[] = [];
  #head;
  #counters;
  #nextSlot: number;
  settled = 0;

  constructor(market: MarketData, from: number, contenders: readonly Contender[]) {
    this.#market = market;
    this.#contenders = contenders;
    this.#nextSlot = from;
    const { head, entries } = createRecord(from, market.source);
    this.#head = head;
    this.#counters = { ...EMPTY_PERFORMANCE_COUNTERS, source: market.source, rules: head.rules };
    this.#entries.push(...entries);
    this.#add(toEntryWrites(entries));
  }

  #add(writes: readonly Write[]) {
    for (const write of writes) this.#writes.set(write.path, write);
  }

  /**
   * Publishes and settles everything that the jobs would have by `now` (epoch ms).
   * Leaves recent signals to the settling job, and the current slot to the publisher while it can
   * still be published, because a ledger skips no slot.
   */
  async continueTo(now: number): Promise<void> {
    const current = slotStart(now);
    const isTooLate = now > current + LATEST_PUBLICATION_MS;
    const lastSlot = isTooLate ? current : current - SLOT_MS;
    for (; this.#nextSlot <= lastSlot; this.#nextSlot += SLOT_MS) {
      await this.#publish(this.#nextSlot);
      await this.#settle(this.#nextSlot);
    }
    await this.#settle(now);
    if (this.#lastOpenSlot === null) return;
    const { candles } = await gatherCandles(this.#market, this.#lastOpenSlot, LOOKBACK);
    this.#state = computeMarketState(this.#lastOpenSlot, candles);
  }

  async #readCloses({ createdAt, pair }: Signal, now: number) {
    const times = listCloseTimes(createdAt, this.#head.rules).filter((time) => time <= now);
    return gatherCloses(this.#market, pair, times);
  }

  async #publish(slot: number): Promise<void> {
    await this.#confirm(slot);
    if (this.#market.isOpen(slot)) this.#lastOpenSlot = slot;
    const recent = this.#findRecent(slot);
    const decision = await decideOnMarket(this.#market, slot, this.#contenders, recent);
    const options = { at: slot, salt: createSalt(), seeded: true };
    const step = recordSlot(this.#head, slot, decision, options);
    this.#head = step.head;
    this.#entries.push(...step.entries);
    this.#add(toSlotWrites(slot, step, slot));
    this.#latestStep = { slot, step };
    if (step.state === 'published') {
      const signal = toSignal(step.publication, slot);
      this.#unsettled.add(signal);
      this.#signals.set(signal.id, signal);
    }
    if (step.state === 'missed') this.#counters.missedSlots += 1;
  }

  /** Confirms the signal that enters at this slot, as the publisher does before it publishes. */
  async #confirm(slot: number): Promise<void> {
    const signal = this.#signals.get(slotId(slot - SLOT_MS));
    if (!signal) return;
    const candles = await this.#market.candles(signal.pair, slot, LOOKBACK);
    const confirmAt = (at: number) => confirmSignal(signal, candles, at);
    const { go, ...step } = recordConfirmation(this.#head, confirmAt, slot);
    this.#head = step.head;
    this.#entries.push(...step.entries);
    this.#add(toEntryWrites(step.entries));
    const write = this.#writes.get(`signals/${signal.id}`);
    if (!write) throw new Error(`Signal ${signal.id} was never published`);
    this.#add([{ ...write, data: { ...write.data, entered: go } }]);
    const confirmedSignal = { ...signal, entered: go };
    this.#signals.set(signal.id, confirmedSignal);
    this.#unsettled.delete(signal);
    this.#unsettled.add(confirmedSignal);
  }

  #findRecent(slot: number): RecentSignal[] {
    const ids = LEVELS.map((level) => slotId(slot - SLOT_MS * (level + 1)));
    return ids.flatMap((id) => {
      const signal = this.#signals.get(id);
      return signal ? [{ ...signal, slot: signal.createdAt }] : [];
    });
  }

  async #settle(now: number): Promise<void> {
    for (const signal of this.#unsettled) {
      const prices = await this.#readCloses(signal, now);
      const closes = new Map(
        [...prices].map(([at, price]) => [
          at,
          { price, fetchedAt: now, firstReadAt: now, isDoubtful: false },
        ]),
      );
      const options = { source: this.#market.source, now, rules: this.#head.rules };
      const settlement = getSettlement(signal, closes, options);
      if (settlement) await this.#finish(signal, settlement);
    }
    for (const signal of this.#unfinished) await this.#addLaterCloses(signal, now);
  }

  async #addLaterCloses(signal: StoredSettledSignal, now: number): Promise<void> {
    const prices = await this.#readCloses(signal, now);
    const getClose = (time: number) => prices.get(time) ?? NO_CLOSE.missing;
    const laterCloses = findLaterCloses(signal, getClose, { now, rules: this.#head.rules });
    if (!laterCloses) return;
    const closes = [...signal.settlement.closes, ...laterCloses];
    const settlement = { ...signal.settlement, closes };
    this.#addSettlement({ ...signal, settlement });
    this.#unfinished.delete(signal);
  }

  #addSettlement(signal: StoredSettledSignal): void {
    const write = this.#writes.get(`signals/${signal.id}`);
    if (!write) throw new Error(`Signal ${signal.id} was never published`);
    this.#add([{ ...write, data: { ...write.data, ...toSettlementFields(signal.settlement) } }]);
    this.#signals.set(signal.id, signal);
  }

  async #finish(signal: Signal, settlement: Settlement) {
    const step = recordSettlement(this.#head, signal, settlement);
    this.#head = step.head;
    const ended = toSignalEnd(signal.createdAt, settlement, step.head.at);
    this.#counters = countSettlement(this.#counters, signal, ended);
    this.#entries.push(...step.entries);
    this.#add(toEntryWrites(step.entries));
    const candles = await fetchChartCandles(this.#market, signal, settlement);
    this.#add([toChartWrite(signal.id, candles)]);
    const settled = { ...signal, settlement };
    this.#addSettlement(settled);
    this.#unfinished.add(settled);
    this.#unsettled.delete(signal);
    this.settled += 1;
  }

  writes(now: number): Write[] {
    const counters = toCountersWrite(this.#counters, now);
    const { ledgerId } = this.#head;
    const logWrites = toFullLogWrites({ ledgerId, entries: this.#entries, signer: LOCAL_SIGNER });
    const heartbeat = this.#buildHeartbeat(counters.data);
    return [
      ...this.#writes.values(),
      toHeadWrite(this.#head),
      ...logWrites,
      counters,
      ...heartbeat,
    ];
  }

  #buildHeartbeat(figures: Write['data']): Write[] {
    if (!this.#latestStep) return [];
    const { slot, step } = this.#latestStep;
    const inventory = buildInventory(listInventoryDays(slot), [...this.#signals.values()]);
    const details = { figures, inventory, market: this.#state };
    return [toHeartbeatWrite(slot, step, { isOpen: this.#market.isOpen, ...details })];
  }
}

/** Applies the jobs' own rules to every slot from `from` to `now` (epoch ms). */
export async function buildHistory(
  market: MarketData,
  contenders: readonly Contender[],
  { from, now }: { from: number; now: number },
): Promise<{ writes: Write[]; settled: number }> {
  const history = new History(market, from, contenders);
  await history.continueTo(now);
  return { writes: history.writes(now), settled: history.settled };
}

async function writeAll(database: Firestore, writes: readonly Write[]): Promise<void> {
  const writer = database.bulkWriter({ throttling: false });
  const pendingWrites = writes.map(({ path, data, once }) =>
    once ? writer.create(database.doc(path), data) : writer.set(database.doc(path), data),
  );
  await Promise.all([...pendingWrites, writer.close()]);
}

/** Reused, because journeys reseed the same day with newer slots for each file. */
let lastHistory: History | null = null;

async function seedHistory(database: Firestore, ports: Ports, now: number): Promise<string> {
  const environment = parseEnvironment(buildFunctionParameters(ports));
  const market = await openMarket(environment).catch((cause: unknown) => {
    throw new CommandError(
      `CANDLES_DIR: ${String(cause instanceof Error ? cause.message : cause)}.`,
    );
  });
  if (!lastHistory) {
    const from = findHistoryStart(market, slotStart(now));
    lastHistory = new History(
      market,
      from,
      await loadContenders(database, market, from, STRATEGIES),
    );
  }
  await lastHistory.continueTo(now);
  const { settled } = lastHistory;
  const writes = lastHistory.writes(now);
  await writeAll(database, writes);
  const signals = writes.filter(({ path }) => path.startsWith('signals/')).length;
  return `${signals} signals of the ${market.source} market, ${settled} settled.`;
}

/**
 * Seeds the four accounts, a day of signals, published configurations and a journal.
 * @param log receives progress lines
 */
export async function seed(ports: Ports, log: (line: string) => void): Promise<void> {
  const { auth, database, close } = openServices(ports, 'seed');
  try {
    const now = Date.now();
    await Promise.all(ACCOUNTS.map((account) => createAccount({ auth, database }, account, now)));
    log(await seedHistory(database, ports, now));
    await writeAll(database, [...buildNetworkWrites(now), ...buildLiveWrites(now)]);
    await writeAll(database, buildMemberWeekWrites(now));
    log(await seedPublished(database, now));
    log(await seedJournal(database, now));
  } finally {
    await close();
  }
}

async function send(method: 'DELETE' | 'POST', url: string): Promise<void> {
  const reply = await fetch(url, { method, headers: { authorization: 'Bearer owner' } });
  if (!reply.ok) throw new Error(`${method} ${url} returned ${reply.status}`);
}

export async function resetAndSeed(offset: Offset, log: (line: string) => void): Promise<void> {
  const ports = getPorts(offset);
  const { auth, storage, inbox } = getSuiteAddresses(ports);
  await clearDatabase(ports, PROJECT);
  await send('DELETE', `${auth}/emulator/v1/projects/${PROJECT}/accounts`);
  await send('POST', `${storage}/internal/reset`);
  await send('DELETE', `${inbox}/api/messages`);
  await seed(ports, log);
}
