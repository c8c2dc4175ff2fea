import { expect, it } from 'vitest';
import * as z from 'zod/mini';
import { buildMonitoringSteps } from '../../src/deploy/alerts';
import { createFetchJson } from '../../src/deploy/cli';
import { key, PROJECT, createRecordedRun, SITE, WHOLE } from './recorded';

const CHANNELS = { page: 'channels/on-call', mail: 'channels/team' };
const FACTS = { project: PROJECT, billingAccount: '', channels: CHANNELS };
const POLICIES = key('alertPolicies');

const policies = z.object({ alertPolicies: z.array(z.looseObject({})) });
const policy = z.object({ severity: z.string(), notificationChannels: z.array(z.string()) });

/** What the step of the policies changes where those of the project notify these channels. */
async function changesFrom(notificationChannels: readonly string[]) {
  const live = policies
    .parse(WHOLE[POLICIES])
    .alertPolicies.map((one) => ({ ...one, notificationChannels }));
  const { run } = createRecordedRun({ ...WHOLE, [POLICIES]: { alertPolicies: live } });
  const calls = await buildMonitoringSteps(FACTS, SITE)[0]?.findChanges(createFetchJson(run));
  return (calls ?? []).map(({ input = '' }) => policy.parse(JSON.parse(input)));
}

it('routes critical alerts to the paging channel and all others to the mail channel', async () => {
  const changed = await changesFrom([]);
  const bySeverity = new Map(changed.map((one) => [one.severity, one.notificationChannels]));
  expect(Object.fromEntries(bySeverity)).toEqual({
    CRITICAL: [CHANNELS.page],
    ERROR: [CHANNELS.mail],
    WARNING: [CHANNELS.mail],
  });
});

it('keeps channels added by hand, and changes nothing if its own is among them', async () => {
  const added = await changesFrom(['channels/theirs', CHANNELS.page]);
  expect(added.every(({ severity }) => severity !== 'CRITICAL')).toBe(true);
  expect(added[0]?.notificationChannels).toEqual(['channels/theirs', CHANNELS.page, CHANNELS.mail]);
  expect(await changesFrom([CHANNELS.mail, CHANNELS.page])).toEqual([]);
});
