import { SCHEDULES } from '@quantalgo/contracts/core/time';
import { endpoints } from '@quantalgo/contracts/endpoints';
import { PASSWORD_PATHS } from '@quantalgo/functions/http/auth/passwordPaths';
import { type DeployCheck, type DeployedFunction, type Deployment, unless } from './deployment';

/** The region of all functions. */
export const REGION = 'europe-west1';

/** Discovery and cold starts load the code, with a limit of ten seconds each. */
const LOADS_WITHIN_MS = 5000;

const MAX_BYTES = 1024 * 1024;

/** What all functions together may take: a new project has no more in a region. Raise it together with the quota. */
export const MAX_VCPU = 20;

/** Functions that run as one service account with the same secrets; names separated by spaces. */
interface Group {
  readonly account: string;
  readonly functions: string;
  readonly secrets?: string;
}

/** Every function, with its account and exactly the secrets that it needs. */
const GROUPS: readonly Group[] = [
  {
    account: 'functions-api',
    functions: 'api',
    secrets:
      'SECRETS_KEY FACTOR_KEY MAIL_KEY PUSH_KEY PSEUDONYM_KEY LIMITS_KEY TELEGRAM_BOT_TOKEN TELEGRAM_WEBHOOK_SECRET',
  },
  // The pepper and the hashes of passwords meet here alone.
  {
    account: 'functions-passwords',
    functions: 'passwords',
    secrets:
      'SECRETS_KEY PASSWORD_PEPPER FACTOR_KEY MAIL_KEY PUSH_KEY PSEUDONYM_KEY LIMITS_KEY TELEGRAM_BOT_TOKEN TELEGRAM_WEBHOOK_SECRET',
  },
  {
    account: 'functions-signals',
    functions: 'correctRecord publishSignal settleSignals',
    secrets: 'TWELVEDATA_KEY LOG_KEY',
  },
  { account: 'functions-signals', functions: 'refitCalibrations', secrets: 'TWELVEDATA_KEY' },
  { account: 'functions-signals', functions: 'stampHead' },
  {
    account: 'functions-mail',
    functions: 'deliverMail runMailTask',
    secrets: 'MAIL_KEY SMTP_URL',
  },
  { account: 'functions-mail', functions: 'retryMail' },
  {
    account: 'functions-push',
    functions: 'resumePushes runPushTask sendPush sendSignal',
    secrets: 'PUSH_KEY VAPID_PRIVATE_KEY',
  },
  {
    account: 'functions-push',
    functions: 'reconcileTelegram postSignal syncChannelMembership',
    secrets: 'TELEGRAM_BOT_TOKEN TELEGRAM_WEBHOOK_SECRET',
  },
  // They parse untrusted bytes, so they get no secrets.
  {
    account: 'functions-uploads',
    functions:
      'inspectPicture inspectProof inspectSetup removeOrphans resumeInspections runInspectionTask unlinkUpload',
  },
  {
    account: 'functions-accounts',
    functions: 'resumeDeletions',
    secrets: 'PSEUDONYM_KEY LIMITS_KEY',
  },
  { account: 'functions-accounts', functions: 'reconcileAccounts syncAccessClaims' },
  {
    account: 'functions-housekeeping',
    functions: 'anchorUsers expireRegistrations reconcileConsole noteWaitingProof watchService',
  },
];

const wordsOf = (text = ''): string[] => text.split(' ').filter((word) => word !== '');

const groupOf = (name: string): Group | undefined =>
  GROUPS.find(({ functions }) => wordsOf(functions).includes(name));

/** The functions' service accounts, without the project. */
export const ACCOUNTS: readonly string[] = [...new Set(GROUPS.map(({ account }) => account))];

/**
 * The service account of a function, without the project.
 * @throws Error if the function is in no group
 */
export function accountOf(name: string): string {
  const account = groupOf(name)?.account;
  if (account === undefined) throw new Error(`${name} is in no group.`);
  return account;
}

/** Functions triggered by a document or a file. */
export const EVENT_DRIVEN: readonly string[] = wordsOf(
  'deliverMail sendPush sendSignal postSignal syncChannelMembership inspectPicture inspectProof inspectSetup unlinkUpload syncAccessClaims noteWaitingProof',
);

/** Functions that the tasks of their queue call. Only their own account adds tasks. */
export const TASK_DRIVEN: readonly string[] = wordsOf('runInspectionTask runMailTask runPushTask');

/** All secrets of the functions. */
export const SECRETS: readonly string[] = [
  ...new Set(GROUPS.flatMap(({ secrets }) => wordsOf(secrets))),
];

/** Up to 2 GiB an instance has one vCPU, unless its function says otherwise. */
function milliCpuOf({ cpu, availableMemoryMb }: DeployedFunction): number {
  if (typeof cpu === 'number') return Math.round(cpu * 1000);
  return cpu === 'gcf_gen1' ? Math.round((availableMemoryMb ?? 256) * 0.65) : 1000;
}

/** The most that a function's instances take at once, in thousandths of a vCPU and in MiB. */
export const ceilingOf = (declared: DeployedFunction) => ({
  milliCpu: (declared.maxInstances ?? 100) * milliCpuOf(declared),
  memoryMib: (declared.maxInstances ?? 100) * (declared.availableMemoryMb ?? 256),
});

const each = (
  { functions }: Deployment,
  problem: (declared: DeployedFunction, name: string) => string | null,
): string[] =>
  Object.entries(functions).flatMap(([name, declared]) => {
    const found = problem(declared, name);
    return found === null ? [] : [`${name} ${found}`];
  });

function optionProblem(declared: DeployedFunction): string | null {
  const { region, availableMemoryMb, timeoutSeconds, maxInstances, concurrency } = declared;
  if (region?.join() !== REGION) return `does not run in ${REGION} alone`;
  if (!availableMemoryMb) return 'names no memory';
  if (!timeoutSeconds) return 'names no time-out';
  if (!maxInstances) return 'names no most instances: a flood would be paid for';
  // The platform would refuse it half-way through a deployment.
  return milliCpuOf(declared) < 1000 && concurrency !== 1
    ? 'has less than a processor for several calls at once'
    : null;
}

function warmProblem({ minInstances }: DeployedFunction, name: string): string | null {
  const warm = minInstances ?? 0;
  return warm === (name === 'publishSignal' ? 1 : 0) ? null : `has ${warm} warm instances`;
}

/** Deploying fills in the project; the rest must be written in full, as firebase-tools passes it on unchanged. */
const emailOf = (account: string) => `${account}@{{ params.PROJECT_ID }}.iam.gserviceaccount.com`;

function accountProblem({ serviceAccountEmail }: DeployedFunction, name: string): string | null {
  const group = groupOf(name);
  if (!group) return 'is in no group: which account may do what it does, and nothing else?';
  if (!serviceAccountEmail) return 'names no account, and would run as the default one';
  if (serviceAccountEmail === emailOf(group.account)) return null;
  return `runs as ${serviceAccountEmail} instead of ${group.account}`;
}

function secretProblem(declared: DeployedFunction, name: string): string | null {
  const given = (declared.secretEnvironmentVariables ?? []).map(({ key }) => key);
  const needed = wordsOf(groupOf(name)?.secrets);
  const missing = needed.filter((secret) => !given.includes(secret));
  if (missing.length > 0) return `is not given ${missing.join(', ')}`;
  const needless = given.filter((secret) => !needed.includes(secret));
  return needless.length > 0 ? `is given ${needless.join(', ')}, which it does not need` : null;
}

/**
 * The cron expression of runs at whole multiples of these minutes.
 * @throws Error where cron has none
 */
function cronOf(minutes: number): string {
  if (minutes === 1) return '* * * * *';
  if (minutes === 60) return '0 * * * *';
  if (minutes === 24 * 60) return '0 0 * * *';
  if (60 % minutes === 0) return `*/${minutes} * * * *`;
  throw new Error(`No cron expression runs every ${minutes} minutes`);
}

/** The local scheduler, the day and the costs read the table alone: what it lacks would run in production only. */
function timetableProblem({ scheduleTrigger }: DeployedFunction, name: string): string | null {
  const row = SCHEDULES.find((one) => one.name === name);
  if (!scheduleTrigger) return row ? 'is in the timetable, and runs at no times' : null;
  if (!row) return 'runs at times, and is not in the timetable';
  const { schedule, timeZone } = scheduleTrigger;
  const wanted = cronOf(row.everyMinutes);
  if (schedule !== wanted) return `runs at ${schedule} instead of ${wanted}`;
  return timeZone === 'UTC' ? null : 'does not run by UTC';
}

/** More tasks at once than instances take would fail and wait for their retries. */
function queueProblem(declared: DeployedFunction, name: string): string | null {
  const { taskQueueTrigger, maxInstances, concurrency } = declared;
  if (!taskQueueTrigger)
    return TASK_DRIVEN.includes(name) ? 'is listed with a queue, and has none' : null;
  if (!TASK_DRIVEN.includes(name)) return 'has a queue, and is not listed with one';
  const { invoker = [], rateLimits } = taskQueueTrigger;
  const atOnce = (maxInstances ?? 100) * (concurrency ?? 1);
  if (rateLimits?.maxConcurrentDispatches !== atOnce)
    return `takes ${atOnce} tasks at once, and its queue brings another number`;
  const account = `${accountOf(name)}@`;
  return invoker.join() === account ? null : `takes tasks of others than ${account}`;
}

/** Every address of the API, its parameters filled in as they are written. */
const API_PATHS: readonly string[] = [...new Set(Object.values(endpoints).map(({ path }) => path))];

/** True for a path that Hosting's pattern covers; those of functions end in `/**` or name one address. */
const isRewritten = (path: string, source: string): boolean =>
  source.endsWith('/**') ? path.startsWith(source.slice(0, -2)) : path === source;

/** Checks of the functions' declarations, and of the files uploaded with them. */
export const FUNCTION_CHECKS: readonly DeployCheck[] = [
  {
    says: 'Every function names its region, memory, time-out and most instances',
    problems: (deployment) => each(deployment, optionProblem),
  },
  {
    says: 'All functions together take no more processors than were reviewed',
    problems: ({ functions }) => {
      const all = Object.values(functions).map((one) => ceilingOf(one).milliCpu);
      const vcpu = all.reduce((sum, one) => sum + one, 0) / 1000;
      return unless(vcpu <= MAX_VCPU, `They may take ${vcpu} vCPU, reviewed are ${MAX_VCPU}`);
    },
  },
  {
    says: 'The publisher has a warm instance, and nothing else costs while nobody calls',
    problems: (deployment) => each(deployment, warmProblem),
  },
  {
    says: 'One instance of the API serves eighty calls at once',
    problems: ({ functions }) =>
      unless(functions['api']?.concurrency === 80, 'api serves another number of calls at once'),
  },
  {
    says: 'Every function runs as the account of its group',
    problems: (deployment) => each(deployment, accountProblem),
  },
  {
    says: 'Every function is given the secrets that it needs, and no other',
    problems: (deployment) => each(deployment, secretProblem),
  },
  {
    says: 'The jobs run at the times of the timetable, and none besides',
    problems: (deployment) => [
      ...each(deployment, timetableProblem),
      ...SCHEDULES.flatMap(({ name }) =>
        unless(name in deployment.functions, `${name} is in the timetable, and is no function`),
      ),
    ],
  },
  {
    says: 'Each queue brings as many tasks as its function takes, of its own account alone',
    problems: (deployment) => [
      ...each(deployment, queueProblem),
      ...TASK_DRIVEN.flatMap((name) =>
        unless(name in deployment.functions, `${name} is listed with a queue, and is no function`),
      ),
    ],
  },
  {
    says: 'No file of local secrets goes up with the functions',
    problems: ({ config, uploaded }) => {
      const ignored = config.functions.flatMap(({ ignore }) => ignore);
      return uploaded
        .filter((name) => name.endsWith('.local') && !ignored.includes(name))
        .map((name) => `${name} would go up`);
    },
  },
  {
    says: 'The functions load within five seconds and stay small',
    problems: ({ loadMs, codeBytes }) => [
      ...unless(loadMs < LOADS_WITHIN_MS, `They took ${Math.round(loadMs)} ms to load`),
      ...unless(codeBytes < MAX_BYTES, `Their code has ${Math.round(codeBytes / 1024)} kB`),
    ],
  },
  {
    says: 'Runtime and manifest are of the same Node, and a lockfile goes up',
    problems: ({ config, nodeVersion, uploaded }) => [
      ...unless(
        config.functions.every(({ runtime }) => runtime === `nodejs${nodeVersion}`),
        'firebase.json names another runtime than the manifest',
      ),
      ...unless(uploaded.includes('package-lock.json'), 'There is no package-lock.json'),
    ],
  },
  {
    says: 'Hosting leads to functions that there are, where they are',
    problems: ({ config: { hosting }, functions }) => [
      ...hosting.rewrites.flatMap(({ source, function: target }) => {
        if (!target) return [];
        const { functionId, region } = target;
        const isThere = functions[functionId]?.region?.includes(region) ?? false;
        return unless(isThere, `${source} leads to ${functionId} in ${region}, which is not there`);
      }),
      ...API_PATHS.flatMap((path) => {
        const rewrite = hosting.rewrites.find(({ source }) => isRewritten(path, source));
        const wanted = PASSWORD_PATHS.has(path) ? 'passwords' : 'api';
        const leads = rewrite?.function?.functionId ?? 'no function';
        return unless(leads === wanted, `${path} leads to ${leads} instead of ${wanted}`);
      }),
    ],
  },
];
