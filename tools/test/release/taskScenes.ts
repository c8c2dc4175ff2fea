import { setTimeout as wait } from 'node:timers/promises';
import { HOUR_MS, MINUTE_MS } from '@quantalgo/contracts/core/time';
import { queueEmail } from '@quantalgo/functions/platform/core/queues';
import { Timestamp } from 'firebase-admin/firestore';
import { expect, it } from 'vitest';
import {
  parseLogLine,
  findTriggeredPolicies,
  findPoliciesTriggeredByCalls,
} from '../fixtures/alerts';
import { mailsTo, newAddress } from '../fixtures/client';
import { expectMailedOnce, type Stage } from './stage';

async function queueLater({ database, events }: Stage, dueIn: number) {
  const to = newAddress();
  const batch = database.batch();
  const mail = { template: 'noAccount', to, parameters: {} } as const;
  queueEmail({ firestore: database }, batch, mail, Date.now() + dueIn);
  await batch.commit();
  await wait(1000);
  await events.quiet();
  const { docs } = await database.collection('mail').where('to', '==', to).get();
  return { to, reference: docs[0]?.ref };
}

/** `outsideCode` simulates the outside world of a function's next instances. */
export function taskScenes(
  current: () => Stage,
  outsideCode: Record<string, string | undefined>,
): void {
  it('sends a mail by its task when it is due, once despite a repeated task', async () => {
    const stage = current();
    const { to } = await queueLater(stage, 8000);
    expect(await mailsTo(to, 0)).toEqual([]);
    await expectMailedOnce(stage, to);
  });

  it('raises alerts for lost tasks, which the sweep makes up for, and for a failing task', async () => {
    const stage = current();
    const { to, reference } = await queueLater(stage, HOUR_MS);
    stage.purgeTasks();
    await reference?.update({ dueAt: Timestamp.fromMillis(Date.now() - 6 * MINUTE_MS) });
    outsideCode['runMailTask'] = 'delete process.env.SMTP_URL;';
    await stage.endInstances('runMailTask');
    expect(await stage.schedule('retryMail', Date.now())).toBe(200);
    // An instance's output arrives after its reply.
    const alarms = () =>
      stage.logged('retryMail', '"Alarm"').map((line) => findTriggeredPolicies(parseLogLine(line)));
    await expect.poll(alarms, { timeout: 10_000 }).toContainEqual(['tasks-late.json']);
    const failing = () => findPoliciesTriggeredByCalls(stage.calls())['event-failures.json'] ?? [];
    for (let tries = 0; tries < 60 && !failing().includes('runmailtask'); tries += 1)
      await wait(1000);
    expect(failing()).toContain('runmailtask');
    delete outsideCode['runMailTask'];
    await stage.endInstances('runMailTask');
    await stage.events.quiet();
    await expectMailedOnce(stage, to);
  });
}
