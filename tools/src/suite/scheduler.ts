import { setTimeout as wait } from 'node:timers/promises';
import { REGION } from './ports';

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
