import { readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';
import { validateBrand } from '@quantalgo/contracts/core/brand';
import { beforeAll, describe, expect, it } from 'vitest';
import { buildFunctions } from '../../src/build/functions';
import { parseAllows, DEPLOY_CHECKS } from '../../src/build/deployChecks';
import { readDeployment, type Deployment } from '../../src/build/deployment';
import {
  SERVICE_ACCOUNTS,
  getServiceAccount,
  computeMaxResources,
  EVENT_FUNCTIONS,
  SECRETS,
} from '../../src/build/functionChecks';
import { FETCHED_NOTE } from '../../src/build/hostingRanges';
import { buildFunctionSecrets } from '../../src/suite/environment';
import { getPorts } from '../../src/suite/ports';
import { inRoot } from '../../src/system/root';
import { OWNER_SETTINGS } from '../fixtures/projectSettings';

const daysAgo = (days: number): string =>
  new Date(Date.now() - days * 24 * 60 * 60_000).toISOString().slice(0, 10);

let whole: Deployment;
beforeAll(async () => {
  const built = inRoot('.local', 'tests', 'deployed-functions');
  await buildFunctions(built, {}, {});
  const ranges = { date: daysAgo(1), note: FETCHED_NOTE };
  whole = { ...(await readDeployment(built, { isInstalled: false })), loadMs: 1000, ranges };
}, 120_000);

const failing = (deployment: Deployment) =>
  DEPLOY_CHECKS.filter(({ problems }) => problems(deployment).length > 0).map(
    ({ description }) => description,
  );

type Change = (deployment: Deployment) => Deployment;

const changed =
  (name: string, option: object): Change =>
  (deployment) => ({
    ...deployment,
    functions: { ...deployment.functions, [name]: { ...deployment.functions[name], ...option } },
  });

const toEmail = (account: string) => `${account}@{{ params.PROJECT_ID }}.iam.gserviceaccount.com`;

const rules =
  (from: string, to: string): Change =>
  (deployment) => ({ ...deployment, firestoreRules: deployment.firestoreRules.replace(from, to) });

const storage =
  (from: string, to: string): Change =>
  (deployment) => ({ ...deployment, storageRules: deployment.storageRules.replace(from, to) });

const header =
  (name: string, value: string | null): Change =>
  (deployment) => {
    const { hosting } = deployment.config;
    const headers = hosting.headers.map((rule) => ({
      ...rule,
      headers: rule.headers.flatMap((one) => {
        if (one.key !== name) return [one];
        return value === null ? [] : [{ ...one, value }];
      }),
    }));
    return { ...deployment, config: { ...deployment.config, hosting: { ...hosting, headers } } };
  };

const CSP = 'Content-Security-Policy';

const SETTINGS = {
  SITE_URL: 'https://quantalgo.example',
  WEB_API_KEY: 'key',
  MAIL_FROM: 'QuantAlgo <no-reply@quantalgo.example>',
  MARKET_DATA: 'twelvedata',
  ALERT_PAGE_CHANNEL: 'On call',
  ALERT_MAIL_CHANNEL: 'Team',
  ...OWNER_SETTINGS,
};
const settings =
  (change: Readonly<Record<string, string>>): Change =>
  (deployment) => ({ ...deployment, settings: { ...SETTINGS, ...change } });

const ranges =
  (change: Partial<Deployment['ranges']>): Change =>
  (deployment) => ({
    ...deployment,
    settings: SETTINGS,
    ranges: { ...deployment.ranges, ...change },
  });

describe('the repository’s deployment', () => {
  it('passes every check, with and without settings', () => {
    expect(failing(whole)).toEqual([]);
    expect(failing({ ...whole, settings: SETTINGS })).toEqual([]);
  });

  it('passes without a project even if its network list is old and copied', () => {
    const copied = ranges({ date: daysAgo(900), note: 'Copied from somewhere' })(whole);
    expect(failing({ ...copied, settings: null })).toEqual([]);
  });

  it('passes with a warning if the network list of a live site has aged', () => {
    const warned = (deployment: Deployment) =>
      DEPLOY_CHECKS.flatMap(({ warnings }) => warnings?.(deployment) ?? []);
    const aged = ranges({ date: daysAgo(50) })(whole);
    expect(failing({ ...aged, isLive: true })).toEqual([]);
    expect(warned({ ...aged, isLive: true })).toEqual([
      `The list of Hosting’s networks is from ${daysAgo(50)}. Run npm run gen:ip-ranges`,
    ]);
    expect(warned(aged)).toEqual([]);
    const copied = ranges({ note: 'Copied from somewhere' })(whole);
    expect(failing({ ...copied, isLive: true })).toHaveLength(1);
  });

  it('lists every function with its region', () => {
    expect(Object.keys(whole.functions)).toEqual(expect.arrayContaining(['api', 'publishSignal']));
    expect(whole.functions['api']?.region).toEqual(['europe-west1']);
  });

  it('matches the accounts, secrets and trigger permissions in the guide', () => {
    const guide = readFileSync(inRoot('docs', 'deployment.md'), 'utf8');
    const created = /for G in ([\w ]+); do\s+gcloud iam service-accounts create/.exec(guide)?.[1];
    expect(created?.split(' ').map((group) => `functions-${group}`)).toEqual(SERVICE_ACCOUNTS);
    const generated = /for K in ([\w ]+); do openssl rand/.exec(guide)?.[1]?.split(' ') ?? [];
    const others = SECRETS.filter((name) => guide.includes(`functions:secrets:set ${name}`));
    expect([...new Set([...generated, ...others])].sort()).toEqual([...SECRETS].sort());
    const started = Object.entries(whole.functions)
      .filter(([, { eventTrigger }]) => eventTrigger !== undefined)
      .map(([name, { serviceAccountEmail }]) => {
        const group = /^functions-(\w+)@/.exec(serviceAccountEmail ?? '')?.[1];
        return `${name.toLowerCase()}:${group}`;
      });
    const allowed = /for F in ([\w: ]+); do\s+gcloud run services/.exec(guide)?.[1];
    expect(allowed?.split(' ').sort()).toEqual(started.sort());
    const mended = EVENT_FUNCTIONS.map(
      (name) => `${name.toLowerCase()}:${getServiceAccount(name).slice('functions-'.length)}`,
    );
    expect(mended.sort()).toEqual(started.sort());
  });

  it('uses as much vCPU and memory as the guide says', () => {
    const all = Object.values(whole.functions).map(computeMaxResources);
    const sum = (of: (ceiling: ReturnType<typeof computeMaxResources>) => number) =>
      all.map(of).reduce((total, one) => total + one, 0);
    const vcpu = sum(({ milliCpu }) => milliCpu) / 1000;
    const gib = Math.ceil(sum(({ memoryMib }) => memoryMib) / 102.4) / 10;
    const guide = readFileSync(inRoot('docs', 'deployment.md'), 'utf8');
    expect(guide).toContain(`may take ${vcpu} vCPU and ${gib} GiB of memory`);
  });

  it('needs the same secrets in local suites as on the platform', () => {
    expect(Object.keys(buildFunctionSecrets(getPorts(0))).sort()).toEqual([...SECRETS].sort());
  });

  it('lists each allow rule with its path', () => {
    const allows = parseAllows(whole.firestoreRules);
    expect(allows).toContainEqual({
      path: '/databases/{database}/documents/accessEvents/{id}',
      operations: 'get',
      condition: 'isStaff()',
    });
    expect(allows).toHaveLength(whole.firestoreRules.match(/\ballow\b/g)?.length ?? 0);
  });
});

const withoutRewrite =
  (source: string) =>
  (deployment: Deployment): Deployment => {
    const { hosting } = deployment.config;
    const rewrites = hosting.rewrites.filter((rewrite) => rewrite.source !== source);
    return { ...deployment, config: { ...deployment.config, hosting: { ...hosting, rewrites } } };
  };

const BROKEN: Readonly<Record<string, readonly Change[]>> = {
  'Every function sets its region, memory, timeout and maximum of instances': [
    changed('api', { region: ['us-central1'] }),
    changed('api', { maxInstances: null }),
    changed('deliverMail', { timeoutSeconds: null }),
    changed('inspectProof', { availableMemoryMb: null }),
    changed('api', { cpu: 0.5 }),
  ],
  'All functions together use no more vCPU than was reviewed': [
    changed('api', { maxInstances: 1000 }),
    changed('inspectProof', { cpu: 8 }),
    changed('stampHead', { cpu: null, maxInstances: 10 }),
  ],
  'Only the publisher keeps an instance warm': [
    changed('publishSignal', { minInstances: 0 }),
    changed('api', { minInstances: 3 }),
  ],
  'One instance of the API serves eighty calls at once': [changed('api', { concurrency: 1 })],
  'Every function runs as its group’s service account': [
    changed('api', { serviceAccountEmail: null }),
    changed('publishSignal', { serviceAccountEmail: 'functions-signals@' }),
    changed('inspectProof', { serviceAccountEmail: toEmail('functions-api') }),
    changed('passwords', { serviceAccountEmail: toEmail('functions-api') }),
    changed('newFunction', { serviceAccountEmail: toEmail('functions-api') }),
  ],
  'Every function has exactly the secrets that it needs': [
    changed('api', { secretEnvironmentVariables: [] }),
    changed('publishSignal', { secretEnvironmentVariables: [] }),
    changed('deliverMail', { secretEnvironmentVariables: [{ key: 'MAIL_KEY' }] }),
    changed('inspectProof', { secretEnvironmentVariables: [{ key: 'MAIL_KEY' }] }),
    (deployment) => {
      const { secretEnvironmentVariables: ofPasswords } = deployment.functions['passwords'] ?? {};
      return changed('api', { secretEnvironmentVariables: ofPasswords })(deployment);
    },
    changed('newFunction', { secretEnvironmentVariables: [{ key: 'SECRETS_KEY' }] }),
  ],
  'The scheduled jobs match SCHEDULES': [
    changed('stampHead', { scheduleTrigger: undefined }),
    changed('stampHead', { scheduleTrigger: { schedule: '*/5 * * * *', timeZone: 'UTC' } }),
    changed('stampHead', { scheduleTrigger: { schedule: '* * * * *', timeZone: 'Africa/Lagos' } }),
    changed('newFunction', { scheduleTrigger: { schedule: '* * * * *', timeZone: 'UTC' } }),
    ({ functions: { stampHead: _gone, ...functions }, ...rest }) => ({ ...rest, functions }),
  ],
  'Each queue dispatches as many tasks as its function can run, only from its own account': [
    changed('runMailTask', { taskQueueTrigger: undefined }),
    changed('runMailTask', { maxInstances: 2 }),
    changed('runMailTask', { taskQueueTrigger: { invoker: ['functions-api@'] } }),
    changed('newFunction', { taskQueueTrigger: {} }),
    ({ functions: { runMailTask: _gone, ...functions }, ...rest }) => ({ ...rest, functions }),
  ],
  'No file with local secrets is uploaded with the functions': [
    (deployment) => ({ ...deployment, uploaded: [...deployment.uploaded, '.env.other.local'] }),
  ],
  'The functions load within five seconds and stay small': [
    (deployment) => ({ ...deployment, loadMs: 6000 }),
    (deployment) => ({ ...deployment, codeBytes: 5_000_000 }),
  ],
  'Runtime and manifest have the same Node version, and a lockfile is uploaded': [
    (deployment) => ({ ...deployment, nodeVersion: '20' }),
    (deployment) => ({ ...deployment, uploaded: ['index.js', 'package.json'] }),
  ],
  'Hosting’s rewrites lead to existing functions in their regions': [
    (deployment) => ({ ...deployment, functions: {} }),
    withoutRewrite('/auth/login'),
    withoutRewrite('/api/**'),
  ],
  'Every query has its index, and every index its query': [
    (deployment) => {
      const [, ...left] = deployment.indexes.indexes;
      return { ...deployment, indexes: { ...deployment.indexes, indexes: left } };
    },
    (deployment) => ({ ...deployment, needed: deployment.needed.slice(1) }),
  ],
  'Documents with a retention period have a TTL policy': [
    (deployment) => {
      const fieldOverrides = deployment.indexes.fieldOverrides.map((one) => ({
        ...one,
        ttl: false,
      }));
      return { ...deployment, indexes: { ...deployment.indexes, fieldOverrides } };
    },
  ],
  'The bucket deletes only unclaimed uploads, later than the daily job does': [
    (deployment) => ({ ...deployment, lifecycle: { rule: [] } }),
    (deployment) => {
      const rule = deployment.lifecycle.rule.map((one) => ({
        ...one,
        condition: { age: 2, matchesPrefix: ['proofs/'] },
      }));
      return { ...deployment, lifecycle: { rule } };
    },
  ],
  'Firestore’s rules allow only the reviewed reads, and no writes': [
    rules('allow list: if isBounded() && isStaff();', 'allow list: if isStaff();'),
    rules('match /accessEvents/{id} {', 'match /accessEvents/{id} { allow write: if isStaff();'),
    rules('match /users/{uid} {', 'match /mail/{id} { allow read; } match /users/{uid} {'),
    rules('allow get: if isMember();', ''),
  ],
  'The rules check the current user document, not only the token': [
    rules('&& live().staff == true', ''),
    rules('&& hasPassed(get(session()).data)', ''),
    rules("session.get('secondFactorAt', null) != null", 'true'),
    rules("request.time < session.secondFactorAt + duration.value(12, 'h')", 'true'),
    rules("&& request.query.get('offset', 0) in [0, null]", ''),
    rules('&& hasPassword()', ''),
    rules('&& live().tier in tiers', ''),
  ],
  'Only owners can upload files, and only they and staff can read them': [
    storage('allow list: if isStaff();', 'allow list;'),
    storage('allow get: if isOwner(uid) || isStaff();', 'allow get: if isLoggedIn();'),
    storage(' && hasLeave(id)', ''),
    storage('leave.usedAt == null', 'true'),
    storage('&& hasPassed(session())', ''),
    storage("request.time < session.secondFactorAt + duration.value(12, 'h')", 'true'),
    storage("'identity', null]", "'identity', null, 'gzip']"),
    storage('allow create: if isOwner(uid)', 'allow write: if isOwner(uid)'),
  ],
  'The content security policy runs only the site’s own files': [
    header(CSP, null),
    header(CSP, "default-src 'self' 'unsafe-inline'"),
    (deployment) => {
      const rule = deployment.config.hosting.headers[0]?.headers.find(({ key }) => key === CSP);
      return header(CSP, `${rule?.value ?? ''}; frame-src *`)(deployment);
    },
  ],
  'Every response sets the security headers: transport, framing, sniffing, referrers, permissions, openers':
    [
      header('Strict-Transport-Security', null),
      header('Strict-Transport-Security', 'max-age=60'),
      header('X-Content-Type-Options', null),
      header('X-Frame-Options', null),
      header('Referrer-Policy', 'unsafe-url'),
      header('Permissions-Policy', null),
      header('Cross-Origin-Opener-Policy', null),
    ],
  'Browsers revalidate files that can change, and cache files with hashed names': [
    header('Cache-Control', null),
  ],
  'All required settings are set and valid': [
    settings({ SITE_URL: '' }),
    settings({ SITE_URL: 'https://quantalgo.example/' }),
    settings({ MARKET_DATA: 'dice' }),
  ],
  'Brand, broker and contacts are set, and none is the demonstration’s': [
    settings({ BRAND_NAME: '' }),
    settings({ TELEGRAM_SUPPORT: '@quantalgo_support' }),
    settings({ BROKER_LINK: 'https://go.brokerhouse.com/r/' }),
  ],
  'The controller of members’ data is set': [
    settings({ CONTROLLER_NAME: '' }),
    settings({ LEGAL_BASIS_ACCOUNT: 'because' }),
    settings({ BACKUP_WEEKS: '52' }),
  ],
  'Staff need a second factor': [settings({ STAFF_SECOND_FACTOR: '0' })],
  'The project’s settings contain no secrets and no local settings': [
    settings({ SECRETS_KEY: 'a key that is long enough to be one' }),
    settings({ DEMONSTRATION: 'true' }),
  ],
  'Site, sender and push subject are public addresses': [
    settings({ SITE_URL: 'http://quantalgo.example' }),
    settings({ MAIL_FROM: 'QuantAlgo <no-reply@quantalgo.test>' }),
  ],
  'All called servers use HTTPS': [
    settings({ TWELVEDATA_URL: 'http://api.twelvedata.example' }),
    settings({ TIME_AUTHORITY_URL: 'http://stamps.example/tsr' }),
  ],
  'The list of Hosting’s networks was fetched within six weeks': [
    ranges({ date: daysAgo(50) }),
    ranges({ note: 'Copied from somewhere' }),
  ],
};

describe('example settings', () => {
  it('name every brand setting and leave it empty', () => {
    const example = parseEnv(readFileSync(inRoot('functions', 'env', 'example.env'), 'utf8'));
    expect([...validateBrand(example)].sort()).toEqual([
      'AFFILIATE_ID is missing',
      'BRAND_NAME is missing',
      'BROKER_LINK is missing',
      'BROKER_NAME is missing',
      'PROMO_CODE is missing',
      'TELEGRAM_COMMUNITY is missing',
      'TELEGRAM_SUPPORT is missing',
    ]);
    for (const problem of validateBrand(example))
      expect(example).toHaveProperty(problem.split(' ')[0] ?? '', '');
  });
});

describe('deploy checks', () => {
  it('each have a test in which they fail', () => {
    expect(Object.keys(BROKEN)).toEqual(DEPLOY_CHECKS.map(({ description }) => description));
  });

  for (const [says, changes] of Object.entries(BROKEN)) {
    it.each(changes.map((change, index) => [index + 1, change] as const))(
      `${says}: fails if broken in way %i`,
      (_, change) => {
        expect(failing(change(whole))).toContain(says);
      },
    );
  }
});
