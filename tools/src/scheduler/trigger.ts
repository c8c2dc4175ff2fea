import { REGION } from '../suite/project';

/** What Cloud Scheduler waits for an answer at most. */
const DEADLINE_MS = 180_000;

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
