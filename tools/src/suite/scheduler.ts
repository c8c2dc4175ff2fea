import { setTimeout as wait } from 'node:timers/promises';
import { SLOT_MS, slotStart } from '@quantalgo/contracts/core/slots';
import { MINUTE_MS } from '@quantalgo/contracts/core/time';
import type { Publication, SlotStep } from '@quantalgo/functions/domain/record/record';
import { parseEnvironment } from '@quantalgo/functions/platform/core/environment';
import type { MarketData } from '@quantalgo/functions/platform/market/marketData';
import { openMarket } from '@quantalgo/functions/platform/market/openMarket';
import { storeCharts } from '@quantalgo/functions/platform/record/charts';
import { HEAD_PATH, parseLedgerHead } from '@quantalgo/functions/platform/record/ledger';
import { runPublisher } from '@quantalgo/functions/platform/record/publish';
import { settleDue } from '@quantalgo/functions/platform/record/settle';
import type { Firestore } from 'firebase-admin/firestore';
import { buildFunctionParameters, LOCAL_SIGNER } from './environment';
import { type Ports, REGION } from './ports';

/**
 * Cloud Scheduler's first back-off, which then doubles. Here retries end with the next regular run.
 */
const FIRST_BACKOFF_MS = 5000;

const MAX_RETRIES = 5;

const REPLY_TIMEOUT_MS = 180_000;

export interface Schedule {
  readonly name: string;
  readonly everyMinutes: number;
}

/** Epoch ms. Schedules run at whole multiples of their period. */
export function getNextRun({ everyMinutes }: Schedule, after: number): number {
  const period = everyMinutes * MINUTE_MS;
  return (Math.floor(after / period) + 1) * period;
}

/**
 * The next time (epoch ms) at which anything runs, and the schedules due then in the table's order.
 */
export function getNextRuns(schedules: readonly Schedule[], after: number) {
  const at = Math.min(...schedules.map((schedule) => getNextRun(schedule, after)));
  return { at, due: schedules.filter((schedule) => getNextRun(schedule, after) === at) };
}

interface SchedulerOptions {
  schedules: readonly Schedule[];
  run: (name: string, scheduledAt: number, signal: AbortSignal) => Promise<void>;
  log: (line: string) => void;
  now?: () => number;
  sleep?: (ms: number, signal: AbortSignal) => Promise<unknown>;
}

/** Waits until the clock agrees, because timers may fire slightly early. */
async function sleepOnClock(ms: number, signal: AbortSignal): Promise<void> {
  const endsAt = Date.now() + ms;
  while (Date.now() < endsAt) await wait(endsAt - Date.now(), undefined, { signal });
}

/**
 * Starts a local Cloud Scheduler. Simultaneous functions run in the table's order, and retries
 * don't delay the others.
 * @returns a function that stops it and aborts running functions
 */
export function startScheduler({
  schedules,
  run,
  log,
  now = Date.now,
  sleep = sleepOnClock,
}: SchedulerOptions): () => Promise<void> {
  const controller = new AbortController();
  const { signal } = controller;
  const attempt = async (name: string, at: number) => {
    const outcome = await run(name, at, signal).then(() => 'done', String);
    log(`${name} for ${new Date(at).toISOString()}: ${outcome}`);
    return outcome === 'done';
  };
  const retry = async (schedule: Schedule, at: number) => {
    const retriesEndAt = getNextRun(schedule, at);
    for (let retries = 0; retries < MAX_RETRIES; retries++) {
      const backoff = FIRST_BACKOFF_MS * 2 ** retries;
      if (now() + backoff >= retriesEndAt) return;
      await sleep(backoff, signal);
      if (await attempt(schedule.name, at)) return;
    }
  };
  const runForever = async () => {
    while (!signal.aborted) {
      const { at, due } = getNextRuns(schedules, now());
      await sleep(at - now(), signal);
      for (const schedule of due) {
        if (await attempt(schedule.name, at)) continue;
        retry(schedule, at).catch(() => undefined);
      }
    }
  };
  const loop = runForever().catch((error: unknown) => {
    if (!signal.aborted) log(`The scheduler ended: ${String(error)}`);
  });
  return () => {
    controller.abort();
    return loop;
  };
}

/**
 * Runs a suite's function once, as Cloud Scheduler would at `scheduledAt` (epoch ms).
 * @param triggers base URL of the suite's triggers
 * @throws Error with the function's response if it fails or times out
 */
export async function runScheduled(
  triggers: string,
  name: string,
  scheduledAt: number,
  signal?: AbortSignal,
): Promise<void> {
  const deadline = AbortSignal.timeout(REPLY_TIMEOUT_MS);
  const reply = await fetch(`${triggers}/${REGION}-${name}-0`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'X-CloudScheduler-ScheduleTime': new Date(scheduledAt).toISOString(),
    },
    body: '{}',
    signal: signal ? AbortSignal.any([deadline, signal]) : deadline,
  });
  const text = await reply.text();
  if (!reply.ok) throw new Error(`${name} answered ${reply.status}: ${text.slice(0, 500)}`);
}

const JOB_DELAY_MS = 1000;

const MAX_WITHOUT_SIGNAL = 12;

/**
 * Publishes and settles on demand as a suite's jobs do. Its clock is set to the slot after the
 * newest recorded one.
 */
export interface Publisher {
  /** Epoch ms of the newest recorded slot. */
  newest: () => Promise<number>;
  /**
   * Runs the next slot's job, even if the market is closed.
   * @returns the slot in epoch ms; a null step if the slot was recorded before
   */
  next: (conditions?: PublishConditions) => Promise<{ slot: number; step: SlotStep | null }>;
  /**
   * Publishes the next signal.
   * @returns the signal, and when (epoch ms, this machine's clock) its transaction was confirmed
   * @throws Error if an hour of slots has no signal
   */
  publish: () => Promise<{ signal: Publication; committedAt: number }>;
  /** Settles signals that are due at the newest slot. @returns their ids */
  settle: (conditions?: PublishConditions) => Promise<string[]>;
}

/** Replaces the suite's market, and reports each reading of the job's clock. */
export interface PublishConditions {
  readonly market?: (baseMarket: MarketData) => MarketData;
  readonly onClockRead?: () => void;
}

async function readNewestSlot(database: Firestore, { source }: MarketData): Promise<number> {
  const head = parseLedgerHead(await database.doc(HEAD_PATH).get(), source);
  if (typeof head?.lastSlot !== 'number')
    throw new Error('The suite has no record. Seed it first.');
  return head.lastSlot;
}

export async function openPublisher(database: Firestore, ports: Ports): Promise<Publisher> {
  const baseMarket = await openMarket(parseEnvironment(buildFunctionParameters(ports)));
  const buildContext = (
    slot: number,
    { market = () => baseMarket, onClockRead }: PublishConditions = {},
  ) => ({
    market: market(baseMarket),
    signer: LOCAL_SIGNER,
    clock: () => {
      onClockRead?.();
      return slot + JOB_DELAY_MS;
    },
  });
  const run = (slot: number, conditions?: PublishConditions) =>
    runPublisher(database, slot, buildContext(slot, conditions));
  const newest = () => readNewestSlot(database, baseMarket);
  return {
    newest,
    async next(conditions) {
      const slot = (await newest()) + SLOT_MS;
      return { slot, step: await run(slot, conditions) };
    },
    async publish() {
      const lastSlot = await newest();
      for (let ahead = 1; ahead <= MAX_WITHOUT_SIGNAL; ahead += 1) {
        const step = await run(lastSlot + ahead * SLOT_MS);
        const committedAt = Date.now();
        if (step?.state === 'published') return { signal: step.publication, committedAt };
      }
      throw new Error('No slot in the next hour has a signal');
    },
    async settle(conditions) {
      const context = buildContext(await newest(), conditions);
      const settled = await settleDue(database, context);
      await storeCharts(database, context);
      return settled;
    },
  };
}

/** Publishes up to the next slot, which keeps connected clients live for five minutes. */
export async function publishUntilNow({ publish, settle }: Publisher): Promise<void> {
  const targetSlot = slotStart(Date.now()) + SLOT_MS;
  let newest = 0;
  while (newest < targetSlot) newest = (await publish()).signal.createdAt;
  await settle();
}
