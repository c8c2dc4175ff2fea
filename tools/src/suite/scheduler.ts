import { setTimeout as wait } from 'node:timers/promises';
import { SLOT_MS, slotStart } from '@quantalgo/contracts/core/slots';
import { MINUTE_MS } from '@quantalgo/contracts/core/time';
import type { Publication, SlotStep } from '@quantalgo/functions/domain/record/record';
import { parseEnvironment } from '@quantalgo/functions/platform/core/environment';
import type { MarketData } from '@quantalgo/functions/platform/market/marketData';
import { openMarket } from '@quantalgo/functions/platform/market/openMarket';
import { HEAD_PATH, headOf } from '@quantalgo/functions/platform/record/ledger';
import { runPublisher } from '@quantalgo/functions/platform/record/publish';
import { settleDue } from '@quantalgo/functions/platform/record/settle';
import type { Firestore } from 'firebase-admin/firestore';
import { functionParameters, LOCAL_SIGNER } from './environment';
import { type Ports, REGION } from './ports';

/** Cloud Scheduler's back-off: 5 s at first, doubled each time. Here retries end with the function's next run. */
const FIRST_BACKOFF_MS = 5000;

const MAX_RETRIES = 5;

/** Cloud Scheduler's limit (ms) on waiting for a reply. */
const DEADLINE_MS = 180_000;

export interface Schedule {
  readonly name: string;
  readonly everyMinutes: number;
}

/** The next nominal time (epoch ms) after `after`: schedules run at whole multiples of their minutes. */
export function nextRun({ everyMinutes }: Schedule, after: number): number {
  const period = everyMinutes * MINUTE_MS;
  return (Math.floor(after / period) + 1) * period;
}

/** The next time (epoch ms) at which anything runs, and the schedules due then, in the order of the table. */
export function nextRuns(schedules: readonly Schedule[], after: number) {
  const at = Math.min(...schedules.map((schedule) => nextRun(schedule, after)));
  return { at, due: schedules.filter((schedule) => nextRun(schedule, after) === at) };
}

interface SchedulerOptions {
  schedules: readonly Schedule[];
  /** Runs the function once; rejects if it failed. */
  run: (name: string, nominal: number, signal: AbortSignal) => Promise<void>;
  log: (line: string) => void;
  now?: () => number;
  /** Waits `ms` milliseconds, or rejects when the signal aborts. */
  sleep?: (ms: number, signal: AbortSignal) => Promise<unknown>;
}

/** Timers may fire slightly early, so this waits until the clock agrees. */
async function sleepOnClock(ms: number, signal: AbortSignal): Promise<void> {
  const until = Date.now() + ms;
  while (Date.now() < until) await wait(until - Date.now(), undefined, { signal });
}

/**
 * A local Cloud Scheduler: runs the functions of the table at their times, simultaneous ones in the table's order, and
 * retries failures without delaying the rest.
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
    const giveUpAt = nextRun(schedule, at);
    for (let retries = 0; retries < MAX_RETRIES; retries++) {
      const backoff = FIRST_BACKOFF_MS * 2 ** retries;
      if (now() + backoff >= giveUpAt) return;
      await sleep(backoff, signal);
      if (await attempt(schedule.name, at)) return;
    }
  };
  const runForever = async () => {
    while (!signal.aborted) {
      const { at, due } = nextRuns(schedules, now());
      await sleep(at - now(), signal);
      for (const schedule of due) {
        if (await attempt(schedule.name, at)) continue;
        retry(schedule, at).catch(() => undefined);
      }
    }
  };
  const running = runForever().catch((error: unknown) => {
    if (!signal.aborted) log(`The scheduler ended: ${String(error)}`);
  });
  return () => {
    controller.abort();
    return running;
  };
}

/**
 * Runs a scheduled function of a suite once, as Cloud Scheduler would at `nominal` (epoch ms).
 * @param triggers base address of the suite's triggers
 * @throws Error with the function's reply if it fails, or if nothing answers
 */
export async function runScheduled(
  triggers: string,
  name: string,
  nominal: number,
  signal?: AbortSignal,
): Promise<void> {
  const deadline = AbortSignal.timeout(DEADLINE_MS);
  const reply = await fetch(`${triggers}/${REGION}-${name}-0`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'X-CloudScheduler-ScheduleTime': new Date(nominal).toISOString(),
    },
    body: '{}',
    signal: signal ? AbortSignal.any([deadline, signal]) : deadline,
  });
  const text = await reply.text();
  if (!reply.ok) throw new Error(`${name} answered ${reply.status}: ${text.slice(0, 500)}`);
}

/** Delay (ms) of the jobs after the start of their slot. */
const JOB_STARTS_AFTER_MS = 1000;

/** Consecutive slots without a signal after which something must be wrong. */
const MAX_WITHOUT_SIGNAL = 12;

/**
 * Publishes and settles like the scheduled jobs of a suite, but on demand: its clock is in the slot after the record's
 * newest one.
 */
export interface Publisher {
  /** The record's newest slot (epoch ms). */
  newest: () => Promise<number>;
  /**
   * Runs the job of the next slot, whatever the market's state.
   * @returns the slot (epoch ms) and its step; null if it was recorded before
   */
  next: (on?: Conditions) => Promise<{ slot: number; step: SlotStep | null }>;
  /**
   * Publishes the next signal.
   * @returns it, and when (epoch ms, this machine's clock) its transaction was known to be committed
   * @throws Error if an hour of slots has none
   */
  publish: () => Promise<{ signal: Publication; committedAt: number }>;
  /** Settles all due signals as of the newest slot. Returns the ids of the settled signals. */
  settle: (on?: Conditions) => Promise<string[]>;
}

/** Replacements for the suite's market, and hooks into the job's clock. */
export interface Conditions {
  readonly market?: (sound: MarketData) => MarketData;
  /** Called whenever the job reads its clock. */
  readonly looked?: () => void;
}

async function newestSlot(database: Firestore, { source }: MarketData): Promise<number> {
  const head = headOf(await database.doc(HEAD_PATH).get(), source);
  if (typeof head?.lastSlot !== 'number') throw new Error('The suite has no record: seed it first');
  return head.lastSlot;
}

/** A publisher for the suite with this database. */
export async function openPublisher(database: Firestore, ports: Ports): Promise<Publisher> {
  const sound = await openMarket(parseEnvironment(functionParameters(ports)));
  const inSlot = (slot: number, { market = () => sound, looked }: Conditions = {}) => ({
    market: market(sound),
    signer: LOCAL_SIGNER,
    clock: () => {
      looked?.();
      return slot + JOB_STARTS_AFTER_MS;
    },
  });
  const run = (slot: number, on?: Conditions) => runPublisher(database, slot, inSlot(slot, on));
  const newest = () => newestSlot(database, sound);
  return {
    newest,
    async next(on) {
      const slot = (await newest()) + SLOT_MS;
      return { slot, step: await run(slot, on) };
    },
    async publish() {
      const last = await newest();
      for (let ahead = 1; ahead <= MAX_WITHOUT_SIGNAL; ahead += 1) {
        const step = await run(last + ahead * SLOT_MS);
        const committedAt = Date.now();
        if (step?.state === 'published') return { signal: step.publication, committedAt };
      }
      throw new Error('No slot of the next hour brought a signal');
    },
    async settle(on) {
      return settleDue(database, inSlot(await newest(), on));
    },
  };
}

/**
 * Runs the publisher until it is `ahead` (ms) of the current slot: by a slot, so that connected clients are live and
 * stay so for five minutes; by 0, for a signal that can be entered right now.
 */
export async function liveUntilNow(
  { publish, settle }: Publisher,
  ahead: number = SLOT_MS,
): Promise<void> {
  const last = slotStart(Date.now()) + ahead;
  let newest = 0;
  while (newest < last) newest = (await publish()).signal.createdAt;
  await settle();
}
