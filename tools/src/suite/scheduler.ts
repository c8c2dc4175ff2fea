import { setTimeout as wait } from 'node:timers/promises';
import { SLOT_MS, slotStart } from '@quantalgo/contracts';
import type { Publication, SlotStep } from '@quantalgo/functions/domain/record';
import { parseEnvironment } from '@quantalgo/functions/platform/core/environment';
import type { MarketData } from '@quantalgo/functions/platform/market/marketData';
import { openMarket } from '@quantalgo/functions/platform/market/openMarket';
import { HEAD_PATH, headOf } from '@quantalgo/functions/platform/record/ledger';
import { runPublisher } from '@quantalgo/functions/platform/record/publish';
import { settleDue } from '@quantalgo/functions/platform/record/settle';
import type { Firestore } from 'firebase-admin/firestore';
import { functionParameters } from './environment';
import { type Ports, REGION } from './ports';

const MINUTE_MS = 60_000;

/** Cloud Scheduler's back-off: 5 s at first, doubled each time; here given up when the function's next run is due. */
const FIRST_BACKOFF_MS = 5000;

const MAX_RETRIES = 5;

/** Cloud Scheduler waits for an answer at most this long. */
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

/** The next instant (epoch ms) at which anything runs, and what runs then, in the order of the table. */
export function nextRuns(schedules: readonly Schedule[], after: number) {
  const at = Math.min(...schedules.map((schedule) => nextRun(schedule, after)));
  return { at, due: schedules.filter((schedule) => nextRun(schedule, after) === at) };
}

interface SchedulerOptions {
  schedules: readonly Schedule[];
  /** Runs the function once; rejects when that failed. */
  run: (name: string, nominal: number, signal: AbortSignal) => Promise<void>;
  log: (line: string) => void;
  now?: () => number;
  /** Waits so many milliseconds, or rejects when the signal aborts. */
  sleep?: (ms: number, signal: AbortSignal) => Promise<unknown>;
}

/** A timer may fire a little early: the wait ends when the clock says so. */
async function sleepOnClock(ms: number, signal: AbortSignal): Promise<void> {
  const until = Date.now() + ms;
  while (Date.now() < until) await wait(until - Date.now(), undefined, { signal });
}

/**
 * A local Cloud Scheduler: runs the functions of the table at their times, those of one time in the table's order, and
 * retries what failed without holding up the rest.
 * @returns stops it; what runs is broken off
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
 * @throws Error with the function's answer when it fails, or when nothing answers
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

/** The jobs run this long (ms) after the start of their slot. */
const JOB_STARTS_AFTER_MS = 1000;

/** Slots in a row that may bring no signal before something must be wrong. */
const MOST_WITHOUT_SIGNAL = 12;

/**
 * Publishes and settles as the scheduled jobs of a suite do, but whenever it is told to: its clock stands in the slot
 * that follows the record's newest one.
 */
export interface Publisher {
  /**
   * Runs the job of the next slot, on whatever market it meets.
   * @returns the slot (epoch ms), and what became of it; null when it was recorded before
   */
  next: (on?: Conditions) => Promise<{ slot: number; step: SlotStep | null }>;
  /**
   * Publishes the next signal.
   * @returns it, and when (epoch ms, this machine's clock) its transaction was known to be committed
   * @throws Error when an hour of slots brings none
   */
  publish: () => Promise<{ signal: Publication; committedAt: number }>;
  /** Settles what is due by now, the time of the newest slot. Gives the ids of the signals settled. */
  settle: (on?: Conditions) => Promise<string[]>;
}

/** What a job meets in the place of the suite's market and of a clock in the slot. */
export interface Conditions {
  readonly market?: (sound: MarketData) => MarketData;
  /** Is told each time that the job looks at its clock. */
  readonly looked?: () => void;
}

async function newestSlot(database: Firestore, { source }: MarketData): Promise<number> {
  const head = headOf(await database.doc(HEAD_PATH).get(), source);
  if (typeof head?.lastSlot !== 'number') throw new Error('The suite has no record: seed it first');
  return head.lastSlot;
}

/** A publisher of the suite whose database this is. */
export async function openPublisher(database: Firestore, ports: Ports): Promise<Publisher> {
  const sound = await openMarket(parseEnvironment(functionParameters(ports)));
  const inSlot = (slot: number, { market = () => sound, looked }: Conditions = {}) => ({
    market: market(sound),
    clock: () => {
      looked?.();
      return slot + JOB_STARTS_AFTER_MS;
    },
  });
  const run = (slot: number, on?: Conditions) => runPublisher(database, slot, inSlot(slot, on));
  return {
    async next(on) {
      const slot = (await newestSlot(database, sound)) + SLOT_MS;
      return { slot, step: await run(slot, on) };
    },
    async publish() {
      const newest = await newestSlot(database, sound);
      for (let ahead = 1; ahead <= MOST_WITHOUT_SIGNAL; ahead += 1) {
        const step = await run(newest + ahead * SLOT_MS);
        const committedAt = Date.now();
        if (step?.state === 'published') return { signal: step.publication, committedAt };
      }
      throw new Error('No slot of the next hour brought a signal');
    },
    async settle(on) {
      return settleDue(database, inSlot(await newestSlot(database, sound), on));
    },
  };
}

/**
 * Runs the publisher until it is `ahead` (ms) of the running slot: a slot, so that whoever is connected is live and stays
 * so for five minutes; nothing, for a signal that can be entered right now.
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
