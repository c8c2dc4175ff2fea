import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { runDeployment } from './deployed';
import * as recordings from './recorded';

const { key, PROJECT, WHOLE, omitAnswers: without } = recordings;

interface Policy {
  readonly bindings: readonly { readonly role: string; readonly members: readonly string[] }[];
}
const isPolicy = (value: unknown): value is Policy =>
  typeof value === 'object' && value !== null && 'bindings' in value;

function withoutRole(role: string) {
  const policy = WHOLE[recordings.ROLES];
  if (!isPolicy(policy)) throw new Error('No policy');
  const bindings = policy.bindings.filter((one) => one.role !== `roles/${role}`);
  return { ...WHOLE, [recordings.ROLES]: { ...policy, bindings } };
}

describe('repair of a single part', () => {
  it.each([
    [
      'a function missing after an interrupted deployment',
      { ...WHOLE, [recordings.FUNCTIONS]: recordings.functionsFrom(recordings.COMMIT) },
      ['deploy:check', 'npm run build', '--only functions --force'],
    ],
    ['an index', without(WHOLE, recordings.INDEXES), ['--only firestore:indexes']],
    [
      'rules',
      without(WHOLE, `GET ${recordings.RULES}/projects/${PROJECT}/rulesets/r-2`),
      ['--only firestore:rules,storage'],
    ],
    [
      'the role that lets storage rules read Firestore',
      withoutRole('firebaserules.firestoreServiceAgent'),
      [
        '@gcp-sa-firebasestorage.iam.gserviceaccount.com --role=roles/firebaserules.firestoreServiceAgent',
      ],
    ],
    [
      'a role of several accounts',
      withoutRole('firebaseauth.admin'),
      ['functions-api@', 'functions-passwords@', 'functions-accounts@'],
    ],
    [
      'the right to sign tokens',
      without(WHOLE, key('get-iam-policy functions-api@')),
      ['roles/iam.serviceAccountTokenCreator'],
    ],
    [
      'the right to sign login tokens',
      without(WHOLE, key('get-iam-policy functions-passwords@')),
      ['functions-passwords@'],
    ],
    [
      'the invoker of a function',
      without(WHOLE, key('get-iam-policy delivermail')),
      ['functions-mail@lumen-staging.iam.gserviceaccount.com --role=roles/run.invoker'],
    ],
    [
      'an Identity Platform setting',
      {
        ...WHOLE,
        [key('identitytoolkit')]: { client: { permissions: { disabledUserSignup: true } } },
      },
      ['PATCH'],
    ],
    [
      'a backup schedule',
      without(WHOLE, key('backups schedules')),
      ['--recurrence=daily --retention=14w'],
    ],
    [
      'a daily backup beside a weekly one',
      {
        ...WHOLE,
        [key('backups schedules')]: [
          {
            name: 'x/backupSchedules/8',
            retention: '8467200s',
            weeklyRecurrence: { day: 'MONDAY' },
          },
        ],
      },
      ['--recurrence=daily --retention=14w'],
    ],
    [
      'the retention of backups',
      {
        ...WHOLE,
        [key('backups schedules')]: [
          {
            name: 'x/backupSchedules/8',
            retention: '8467200s',
            weeklyRecurrence: { day: 'MONDAY' },
          },
          { name: 'x/backupSchedules/7', retention: '604800s', dailyRecurrence: {} },
        ],
      },
      ['--backup-schedule=7 --retention=14w'],
    ],
    [
      'the retention of logs',
      { ...WHOLE, [key('logging buckets')]: { retentionDays: 365 } },
      ['logging buckets update _Default --location=global'],
    ],
    ['the budget', without(WHOLE, key('budgets list')), ['--budget-amount=100EUR']],
    [
      'the uptime checks',
      without(WHOLE, key('uptime list')),
      ['path=/ledger/checkpoint', 'path=/api/health'],
    ],
  ])('changes nothing else: %s', async (_, answers, calls) => {
    const { outcome, changes } = await runDeployment({ answers });
    expect(outcome).toBe(0);
    expect(changes).toHaveLength(calls.length);
    for (const [at, call] of calls.entries()) expect(changes[at]).toContain(call);
  });

  it('updates the budget only if another amount is given', async () => {
    const budget = key('budgets list');
    expect((await runDeployment({ answers: WHOLE, budget: '100EUR' })).changes).toEqual([]);
    const { changes } = await runDeployment({ answers: WHOLE, budget: '250.5USD' });
    expect(changes).toEqual([
      'gcloud billing budgets update billingAccounts/01A2B3-C4D5E6-F7A8B9/budgets/1 --budget-amount=250.5USD',
    ]);
    const amount = { specifiedAmount: { currencyCode: 'USD', units: '250', nanos: 500_000_000 } };
    const [before] = z.array(z.looseObject({})).parse(WHOLE[budget]);
    const answers = { ...WHOLE, [budget]: [{ ...before, amount }] };
    expect((await runDeployment({ answers, budget: '250.5USD' })).changes).toEqual([]);
    expect((await runDeployment({ answers })).changes).toEqual([]);
  });

  it('replaces the uptime checks of another host, creating each new one first', async () => {
    const address = 'https://quantalgo.example.com';
    const bucket = key('storage/v1/b/');
    const cors = [{ origin: [address], method: ['GET'], maxAgeSeconds: 3600 }];
    const stored = { ...z.looseObject({}).parse(WHOLE[bucket]), cors };
    const { changes } = await runDeployment({ answers: { ...WHOLE, [bucket]: stored }, address });
    expect(changes).toEqual([
      expect.stringMatching(/^gcloud monitoring uptime create .*host=quantalgo\.example\.com,/),
      `gcloud monitoring uptime delete projects/${PROJECT}/uptimeCheckConfigs/log-checkpoint-x --project=${PROJECT}`,
      expect.stringMatching(/^gcloud monitoring uptime create .*host=quantalgo\.example\.com,/),
      `gcloud monitoring uptime delete projects/${PROJECT}/uptimeCheckConfigs/health-check-x --project=${PROJECT}`,
    ]);
  });

  it('resets an alert policy that was edited and keeps its channels', async () => {
    const alerts = key('alertPolicies');
    const live: unknown = JSON.parse(
      JSON.stringify(WHOLE[alerts]).replace('"CRITICAL"', '"WARNING"'),
    );
    const { changes } = await runDeployment({ answers: { ...WHOLE, [alerts]: live } });
    expect(changes).toHaveLength(1);
    expect(changes[0]).toMatch(/^PATCH '.*\/alertPolicies\/\d+\?updateMask=displayName,/);
    expect(changes[0]).toContain('notificationChannels');
  });
});
