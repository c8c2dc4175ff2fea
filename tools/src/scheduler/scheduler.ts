import { setTimeout as wait } from 'node:timers/promises';
import { nextRun, nextRuns, type Schedule } from './times';

/** Cloud Scheduler's back-off: 5 s at first, doubled each time; here given up when the function's next run is due. */
const FIRST_BACKOFF_MS = 5000;
const MAX_RETRIES = 5;

export interface SchedulerOptions {
  schedules: readonly Schedule[];
  /** Runs the function once; rejects when that failed. */
  run: (name: string, nominal: number, signal: AbortSignal) => Promise<void>;
  log: (line: string) => void;
  now: () => number;
  /** Waits so many milliseconds, or rejects when the signal aborts. */
  sleep: (ms: number, signal: AbortSignal) => Promise<unknown>;
}

const message = (error: unknown) => (error instanceof Error ? error.message : String(error));

async function attempt(options: SchedulerOptions, name: string, at: number, signal: AbortSignal) {
  try {
    await options.run(name, at, signal);
    options.log(`${name} for ${new Date(at).toISOString()}: done`);
    return true;
  } catch (error) {
    options.log(`${name} for ${new Date(at).toISOString()}: ${message(error)}`);
    return false;
  }
}

async function retry(
  options: SchedulerOptions,
  schedule: Schedule,
  at: number,
  signal: AbortSignal,
) {
  const { name } = schedule;
  const giveUpAt = nextRun(schedule, at);
  for (let retries = 0; retries < MAX_RETRIES; retries++) {
    const backoff = FIRST_BACKOFF_MS * 2 ** retries;
    if (options.now() + backoff >= giveUpAt) break;
    await options.sleep(backoff, signal);
    if (await attempt(options, name, at, signal)) return;
  }
  options.log(`${name} for ${new Date(at).toISOString()}: given up`);
}

async function runForever(options: SchedulerOptions, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const { at, due } = nextRuns(options.schedules, options.now());
    await options.sleep(at - options.now(), signal);
    for (const schedule of due) {
      if (await attempt(options, schedule.name, at, signal)) continue;
      retry(options, schedule, at, signal).catch(() => undefined);
    }
  }
}

/**
 * A local Cloud Scheduler: runs the functions of the table at their times, those of one time in the table's order, and
 * retries what failed without holding up the rest.
 * @returns stops it; what runs is broken off
 */
export function startScheduler(options: SchedulerOptions): () => Promise<void> {
  const controller = new AbortController();
  const running = runForever(options, controller.signal).catch((error: unknown) => {
    if (!controller.signal.aborted) options.log(`The scheduler ended: ${message(error)}`);
  });
  return () => {
    controller.abort();
    return running;
  };
}

/** Timers for {@link SchedulerOptions.sleep}. A timer may fire a little early: the wait ends when the clock says so. */
export async function sleepOnClock(ms: number, signal: AbortSignal): Promise<void> {
  const until = Date.now() + ms;
  while (Date.now() < until) await wait(until - Date.now(), undefined, { signal });
}
