import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { SECRETS } from '../../src/build/functionChecks';
import type { Run } from '../../src/deploy/cli';
import { findBuiltProjects, findForeignParts } from '../../src/deploy/release';
import { runDeployment, SETTINGS } from './deployed';
import * as recordings from './recorded';

const { COMMIT, EMPTY, key, PROJECT, WHOLE, omitAnswers: without } = recordings;

/** Steps of the plan, each with whether it is done already. */
const stepsIn = (text: string) => [...text.matchAll(/^\d+\. (.*)$/gm)].map(([, step]) => step);

describe('empty project', () => {
  it('lists every step in order and runs exactly the planned calls', async () => {
    const { outcome, changes, text } = await runDeployment({ answers: EMPTY });
    expect(outcome).toBe(0);
    expect(stepsIn(text)).toMatchInlineSnapshot(`
      [
        "Check and build the release",
        "Services",
        "Database in eur3, with point-in-time recovery and delete protection",
        "Daily backups, kept for 14 weeks",
        "Logs, kept for 30 days",
        "Service accounts for the functions",
        "Project roles",
        "Roles on the file bucket",
        "Let functions-api sign tokens",
        "Let functions-passwords sign tokens",
        "Let functions-uploads create tasks that run as itself",
        "Let functions-mail create tasks that run as itself",
        "Let functions-push create tasks that run as itself",
        "Identity Platform, with sign-up and account deletion only through our server",
        "File bucket’s lifecycle rules and allowed origin",
        "Indexes and TTL policies",
        "Database and storage rules",
        "Functions and schedules",
        "Let events start deliverMail",
        "Let events start sendPush",
        "Let events start sendSignal",
        "Let events start postSignal",
        "Let events start syncChannelMembership",
        "Let events start inspectPicture",
        "Let events start inspectProof",
        "Let events start inspectSetup",
        "Let events start unlinkUpload",
        "Let events start syncAccessClaims",
        "Let events start noteWaitingProof",
        "Site, pinned to its API revision",
        "Alert policies",
        "Uptime checks",
        "Budget",
      ]
    `);
    const planned = text.split('\n').filter((line) => line.startsWith('     '));
    expect(changes).toEqual(planned.map((line) => line.trim()));
    expect(changes).toMatchSnapshot();
  });

  it('changes nothing if the plan is declined', async () => {
    const { outcome, changes } = await runDeployment({ answers: EMPTY, answer: false });
    expect([outcome, changes]).toEqual([1, []]);
  });
});

describe('complete project', () => {
  it('is not changed', async () => {
    const { outcome, changes, text } = await runDeployment({ answers: WHOLE });
    expect([outcome, changes]).toEqual([0, []]);
    expect(stepsIn(text).every((step) => step?.endsWith(': already done'))).toBe(true);
  });

  it('redeploys functions and site on demand, to use a new secret version', async () => {
    const { changes } = await runDeployment({ answers: WHOLE, again: true, isBuilt: true });
    expect(changes).toEqual([
      expect.stringContaining('--only functions:default --force'),
      expect.stringContaining('--only hosting'),
    ]);
  });

  it('accepts an old network list for the same commit, but not for another one', async () => {
    const first = async (answers: Readonly<Record<string, unknown>>) =>
      (await runDeployment({ answers, again: true })).changes[0];
    const before = { releases: [recordings.release('v2', recordings.BEFORE)] };
    expect(await first(WHOLE)).toBe(`npm run deploy:check -- ${PROJECT} --again`);
    expect(await first({ ...WHOLE, [recordings.HOSTING]: before })).toBe(
      `npm run deploy:check -- ${PROJECT}`,
    );
  });

  it('deploys a newer commit and nothing else', async () => {
    const answers = {
      ...WHOLE,
      [recordings.FUNCTIONS]: recordings.functionsFrom(recordings.BEFORE, recordings.BEFORE),
      [recordings.HOSTING]: { releases: [recordings.release('v2', recordings.BEFORE)] },
    };
    const { changes } = await runDeployment({ answers });
    expect(changes.map((call) => / --only (\S+)|run (\S+)/.exec(call)?.slice(1).join(''))).toEqual([
      'deploy:check',
      'build',
      'functions',
      'hosting',
    ]);
  });

  it.each(['FAILED', 'DEPLOYING', 'UNKNOWN'])(
    'redeploys the functions if one of them is %s',
    async (state) => {
      const [first, ...others] = recordings.functionsFrom(COMMIT, COMMIT);
      const answers = { ...WHOLE, [recordings.FUNCTIONS]: [{ ...first, state }, ...others] };
      const { changes } = await runDeployment({ answers });
      expect(changes.filter((call) => call.includes('firebase deploy'))).toEqual([
        expect.stringContaining('--only functions'),
      ]);
    },
  );

  it('redeploys the functions if a deployment of another commit stopped before the site', async () => {
    const other = recordings.functionsFrom(COMMIT, 'c'.repeat(40));
    const { changes } = await runDeployment({
      answers: { ...WHOLE, [recordings.FUNCTIONS]: other },
    });
    expect(changes).toEqual([
      `npm run deploy:check -- ${PROJECT}`,
      expect.stringContaining('npm run build'),
      expect.stringContaining('--only functions'),
    ]);
  });
});

describe('missing prerequisite', () => {
  it.each([
    ['project', 'projects describe', 'Project lumen-staging was not found'],
    ['billing account', 'billing projects describe', 'gcloud billing projects link lumen-staging'],
    ['web app', 'apps:sdkconfig', 'npx firebase apps:create WEB quantalgo --project lumen-staging'],
    ['file bucket', 'storage buckets describe', 'The project has no file bucket in europe-west1'],
    ['paging channel', 'channels list', "--display-name='On call'"],
    ['mail channel', 'channels list', "--display-name='Team'"],
    ...SECRETS.map((name) => [
      `secret ${name}`,
      `--secret=${name} `,
      `npx firebase functions:secrets:set ${name} --project lumen-staging`,
    ]),
  ])('is reported before anything is changed: %s', async (_, part, says) => {
    const { outcome, changes } = await runDeployment({ answers: without(WHOLE, key(part)) });
    expect(outcome).toContain(says);
    expect(outcome).toContain('Nothing was changed.');
    expect(changes).toEqual([]);
  });

  it.each(Object.keys(SETTINGS))(
    'is reported before anything is changed: setting %s',
    async (name) => {
      const { outcome, changes } = await runDeployment({
        answers: EMPTY,
        settings: { ...SETTINGS, [name]: '' },
      });
      expect(outcome).toContain(`✗ ${name}`);
      expect(changes).toEqual([]);
    },
  );

  it('is reported if the latest version of a secret is disabled', async () => {
    const answers = { ...WHOLE, [recordings.secret('MAIL_KEY')]: { state: 'DISABLED' } };
    expect((await runDeployment({ answers })).outcome).toContain('The secret MAIL_KEY is not set');
  });

  it('is reported if the database is in another location', async () => {
    const database = { name: `projects/${PROJECT}/databases/(default)`, locationId: 'nam5' };
    const kept = { pointInTimeRecoveryEnablement: 'x', deleteProtectionState: 'x' };
    const answers = { ...WHOLE, [key('databases list')]: [{ ...database, ...kept }] };
    const { outcome, changes } = await runDeployment({ answers });
    expect(outcome).toContain('The database is in nam5, not in eur3');
    expect(changes).toEqual([]);
  });
});

it('stops at a failed call, names its step and command, and resumes there on the next run', async () => {
  const fails = `npx firebase deploy --project ${PROJECT} --non-interactive --only functions`;
  const first = await runDeployment({ answers: EMPTY, fails });
  expect(first.outcome).toContain(`Stopped at “Functions and schedules”: ${fails}`);
  expect(first.outcome).toContain('PERMISSION_DENIED');
  expect(first.outcome).toContain(`To fix it: npm run deploy -- ${PROJECT}`);
  expect(first.changes.at(-1)).toContain(fails);
  const late = [
    'releases?pageSize=100',
    'functions list',
    'run services',
    'alertPolicies',
    'uptime',
    'budgets',
  ];
  const open = Object.keys(WHOLE).filter((one) =>
    late.some((part) => one.includes(part) && !one.includes('firebaserules')),
  );
  const second = await runDeployment({ answers: without(WHOLE, ...open) });
  expect(second.outcome).toBe(0);
  expect(second.changes[2]).toContain(fails);
  const all = (await runDeployment({ answers: EMPTY })).changes;
  expect(second.changes.slice(2)).toEqual(
    all.slice(all.findIndex((call) => call.startsWith(fails))),
  );
});

it('waits until indexes are built', async () => {
  let building = 3;
  const through =
    (run: Run): Run =>
    (program, args) => {
      const isAsked = args.includes('--filter=state!=READY') && building > 0;
      if (!isAsked) return run(program, args);
      building -= 1;
      return Promise.resolve({ code: 0, stdout: '[{"state":"CREATING"}]', stderr: '' });
    };
  const { changes } = await runDeployment({ answers: EMPTY, isBuilt: true, through });
  expect(changes.filter((call) => call === 'sleep 15')).toHaveLength(3);
  const parts = [
    'firestore:indexes',
    'sleep 15',
    'firestore:rules',
    '--only functions',
    '--only hosting',
  ];
  const at = parts.map((part) => changes.findIndex((call) => call.includes(part)));
  expect(at).toEqual(at.toSorted((one, other) => one - other));
});

it('reads no secret’s value except the smoke test’s account', async () => {
  for (const answers of [EMPTY, WHOLE]) {
    const { looks, changes } = await runDeployment({ answers });
    const secretCalls = [...looks, ...changes].filter((call) => call.includes('secret'));
    const open = secretCalls.filter(
      (call) =>
        !/ secrets versions describe latest | services enable |\/secrets\/CANARY\/versions\/latest:access$/.test(
          call,
        ),
    );
    expect(open).toEqual([]);
  }
});

describe('build for another project', () => {
  const folder = mkdtempSync(join(tmpdir(), 'quantalgo-foreign-'));
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  it.each([
    ['minified', 'x=jt(`{"projectId":"lumen-production","apiKey":"AIza"}`)'],
    ['quoted twice', 'x=jt("{\\"projectId\\": \\"lumen-production\\"}")'],
  ])('is detected in its scripts (%s) and rejected', (_, script) => {
    mkdirSync(join(folder, 'assets'), { recursive: true });
    writeFileSync(join(folder, 'assets', 'show-1.js'), script);
    expect(findBuiltProjects(folder)).toEqual(['lumen-production']);
    const built = { site: folder, functions: folder };
    const parts = findForeignParts(PROJECT, COMMIT, built);
    expect(parts[0]).toBe(
      'web/dist was built for lumen-production, not for lumen-staging. Run npm run build.',
    );
    expect(parts[1]).toContain(
      'functions/deploy does not contain the current settings of lumen-staging',
    );
    expect(findForeignParts('lumen-production', COMMIT, built)).toHaveLength(2);
    expect(parts[2]).toBe(
      `functions/deploy was built from commit none, not from ${COMMIT}. Run npm run build.`,
    );
    writeFileSync(join(folder, '.env'), `COMMIT="${COMMIT}"\n`);
    expect(findForeignParts(PROJECT, COMMIT, built)).toEqual(parts.slice(0, 2));
  });
});
