import { MINUTE_MS } from '@quantalgo/contracts/core/time';
import {
  countShed,
  HASH_MS,
  getLaneCapacity,
  NO_SHED_CALLS,
  getShedRetryMs,
  type ShedCounts,
} from '@quantalgo/functions/domain/core/hashing';
import { type Figure, percentile, type Section } from './section';

const TICK_MS = 50;

/** All members have to log in again, and return within `withinMs`. */
export interface MassLogOut {
  readonly members: number;
  readonly withinMs: number;
  readonly instances: number;
  /** Processor time (ms) of a login on one instance. */
  readonly loginMs?: number;
}

/** Times after the logout by which 50%, 95% and all of the members are logged in again. */
export interface Comeback {
  readonly medianMs: number;
  readonly p95Ms: number;
  readonly lastMs: number;
  /** Mean attempts per member. */
  readonly tries: number;
  readonly maxRefusalsPerSecond: number;
}

const LOGIN_MS = HASH_MS + 30;

interface Instance {
  /** `spareMs` is the processor time available for queued members. */
  queue: number[];
  spareMs: number;
  shed: ShedCounts;
  refusals: { second: number; count: number };
}

/** Records a refusal as the deployed queue does. Returns its `Retry-After` in seconds. */
function refuse(instance: Instance, now: number, random: () => number): number {
  instance.shed = countShed(instance.shed, now);
  const { current, before } = instance.shed;
  return Math.ceil(getShedRetryMs(current + before, random()) / 1000);
}

/**
 * Device recognition ends with the session, so the queue treats all logins as unknown devices.
 * Calls reach a random instance. Refused ones are retried after their `Retry-After`, as in the app.
 * @param random in [0, 1)
 */
export function simulateComeback(
  { members, withinMs, instances, loginMs = LOGIN_MS }: MassLogOut,
  random: () => number,
): Comeback {
  const places = getLaneCapacity(HASH_MS);
  const pool = Array.from({ length: instances }, (): Instance => ({
    queue: [],
    spareMs: 0,
    shed: NO_SHED_CALLS,
    refusals: { second: 0, count: 0 },
  }));
  const arrivals = new Map<number, number[]>();
  const arrive = (member: number, at: number) => {
    const tick = Math.ceil(at / TICK_MS);
    const tickArrivals = arrivals.get(tick);
    if (tickArrivals) tickArrivals.push(member);
    else arrivals.set(tick, [member]);
  };
  for (let member = 0; member < members; member += 1) arrive(member, random() * withinMs);
  const backAt: number[] = [];
  let [tries, maxRefusalsPerSecond] = [0, 0];
  for (let tick = 0; backAt.length < members; tick += 1) {
    const now = tick * TICK_MS;
    for (const member of arrivals.get(tick) ?? []) {
      const instance = pool[Math.floor(random() * instances)];
      if (!instance) continue;
      tries += 1;
      if (instance.queue.length < places) {
        instance.queue.push(member);
        continue;
      }
      const second = Math.floor(now / 1000);
      const count = instance.refusals.second === second ? instance.refusals.count + 1 : 1;
      instance.refusals = { second, count };
      maxRefusalsPerSecond = Math.max(maxRefusalsPerSecond, count);
      arrive(member, now + TICK_MS + refuse(instance, now, random) * 1000);
    }
    arrivals.delete(tick);
    for (const instance of pool) {
      instance.spareMs = instance.queue.length === 0 ? 0 : instance.spareMs + TICK_MS;
      while (instance.queue.length > 0 && instance.spareMs >= loginMs) {
        instance.queue.shift();
        instance.spareMs -= loginMs;
        backAt.push(now);
      }
    }
  }
  return {
    medianMs: percentile(backAt, 0.5),
    p95Ms: percentile(backAt, 0.95),
    lastMs: percentile(backAt, 1),
    tries: tries / members,
    maxRefusalsPerSecond,
  };
}

const MEMBER_COUNT = 100_000;

/** Members notice within minutes, through a push or because they open the app. */
const RETURN_WINDOW_MS = 5 * MINUTE_MS;

const LIMITS = [
  { instances: 4, atMost: 140 },
  { instances: 20, atMost: 30 },
  { instances: 80, atMost: 11 },
] as const;

export const comeback: Section = {
  title: `A model of ${MEMBER_COUNT} members who log in again within ${RETURN_WINDOW_MS / MINUTE_MS} minutes after all sessions ended: minutes until they are back, with a hash of ${HASH_MS} ms, by number of instances of the function passwords`,
  measure: () =>
    Promise.resolve(
      LIMITS.flatMap(({ instances, atMost }): Figure[] => {
        const parameters = { members: MEMBER_COUNT, withinMs: RETURN_WINDOW_MS, instances };
        const result = simulateComeback(parameters, Math.random);
        const { medianMs, lastMs, tries, maxRefusalsPerSecond } = result;
        const details = `${tries.toFixed(1)} tries each, at most ${maxRefusalsPerSecond} refusals per second and instance`;
        return [
          {
            name: `half, ${instances} instances`,
            value: medianMs / MINUTE_MS,
            unit: 'min',
            digits: 1,
          },
          {
            name: `all, ${instances} instances`,
            value: lastMs / MINUTE_MS,
            unit: 'min',
            digits: 1,
            atMost,
            details,
          },
        ];
      }),
    ),
};
