import { SCHEDULES } from '@quantalgo/contracts/core/time';
import { endpoints } from '@quantalgo/contracts/endpoints';
import { PASSWORD_PATHS } from '@quantalgo/functions/http/auth/passwordPaths';
import {
  type DeployCheck,
  type DeployedFunction,
  type Deployment,
  problemUnless,
} from './deployment';

export const REGION = 'europe-west1';

/** The platform allows ten seconds for loading the code, at discovery and in a cold start. */
const MAX_LOAD_MS = 5000;

const MAX_BYTES = 1024 * 1024;

/**
 * All functions together. Equals a new project's regional quota, so raise it only with the quota.
 */
export const MAX_VCPU = 20;

/** `functions` and `secrets` are names separated by spaces. */
interface Group {
  readonly account: string;
  readonly functions: string;
  readonly secrets?: string;
}

const GROUPS: readonly Group[] = [
  {
    account: 'functions-api',
    functions: 'api',
    secrets:
      'SECRETS_KEY FACTOR_KEY MAIL_KEY PUSH_KEY BROKER_POSTBACK_SECRET PSEUDONYM_KEY LIMITS_KEY TELEGRAM_BOT_TOKEN TELEGRAM_WEBHOOK_SECRET',
  },
  // Only this account can access both the pepper and the password hashes.
  {
    account: 'functions-passwords',
    functions: 'passwords',
    secrets:
      'SECRETS_KEY PASSWORD_PEPPER FACTOR_KEY MAIL_KEY PUSH_KEY BROKER_POSTBACK_SECRET PSEUDONYM_KEY LIMITS_KEY TELEGRAM_BOT_TOKEN TELEGRAM_WEBHOOK_SECRET',
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
  // These parse untrusted bytes, so they get no secrets.
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

const splitWords = (text = ''): string[] => text.split(' ').filter((word) => word !== '');

const findGroup = (name: string): Group | undefined =>
  GROUPS.find(({ functions }) => splitWords(functions).includes(name));

export const SERVICE_ACCOUNTS: readonly string[] = [
  ...new Set(GROUPS.map(({ account }) => account)),
];

export function getServiceAccount(name: string): string {
  const account = findGroup(name)?.account;
  if (account === undefined) throw new Error(`${name} is in no group.`);
  return account;
}

export const EVENT_FUNCTIONS: readonly string[] = splitWords(
  'deliverMail sendPush sendSignal postSignal syncChannelMembership inspectPicture inspectProof inspectSetup unlinkUpload syncAccessClaims noteWaitingProof',
);

/** Called by Cloud Tasks. Only the function's own account may add tasks. */
export const TASK_FUNCTIONS: readonly string[] = splitWords(
  'runInspectionTask runMailTask runPushTask',
);

export const SECRETS: readonly string[] = [
  ...new Set(GROUPS.flatMap(({ secrets }) => splitWords(secrets))),
];

/** The platform's default is one vCPU up to 2 GiB. */
function getMilliCpu({ cpu, availableMemoryMb }: DeployedFunction): number {
  if (typeof cpu === 'number') return Math.round(cpu * 1000);
  return cpu === 'gcf_gen1' ? Math.round((availableMemoryMb ?? 256) * 0.65) : 1000;
}

/** Maximum of all instances together, in thousandths of a vCPU and in MiB. */
export const computeMaxResources = (declared: DeployedFunction) => ({
  milliCpu: (declared.maxInstances ?? 100) * getMilliCpu(declared),
  memoryMib: (declared.maxInstances ?? 100) * (declared.availableMemoryMb ?? 256),
});

const collectProblems = (
  { functions }: Deployment,
  problem: (declared: DeployedFunction, name: string) => string | null,
): string[] =>
  Object.entries(functions).flatMap(([name, declared]) => {
    const message = problem(declared, name);
    return message === null ? [] : [`${name} ${message}`];
  });

function findOptionProblem(declared: DeployedFunction): string | null {
  const { region, availableMemoryMb, timeoutSeconds, maxInstances, concurrency } = declared;
  if (region?.join() !== REGION) return `does not run in ${REGION} alone`;
  if (!availableMemoryMb) return 'names no memory';
  if (!timeoutSeconds) return 'names no time-out';
  if (!maxInstances) return 'names no most instances: a flood would be paid for';
  // The platform refuses this too, but only in the middle of a deployment.
  return getMilliCpu(declared) < 1000 && concurrency !== 1
    ? 'has less than a processor for several calls at once'
    : null;
}

function findWarmProblem({ minInstances }: DeployedFunction, name: string): string | null {
  const warm = minInstances ?? 0;
  return warm === (name === 'publishSignal' ? 1 : 0) ? null : `has ${warm} warm instances`;
}

/**
 * The project is filled in on deployment. firebase-tools passes the rest of the address on
 * unchanged.
 */
const toEmail = (account: string) => `${account}@{{ params.PROJECT_ID }}.iam.gserviceaccount.com`;

function findAccountProblem(
  { serviceAccountEmail }: DeployedFunction,
  name: string,
): string | null {
  const group = findGroup(name);
  if (!group) return 'is in no group: which account may do what it does, and nothing else?';
  if (!serviceAccountEmail) return 'names no account, and would run as the default one';
  if (serviceAccountEmail === toEmail(group.account)) return null;
  return `runs as ${serviceAccountEmail} instead of ${group.account}`;
}

function findSecretProblem(declared: DeployedFunction, name: string): string | null {
  const available = (declared.secretEnvironmentVariables ?? []).map(({ key }) => key);
  const needed = splitWords(findGroup(name)?.secrets);
  const missing = needed.filter((secret) => !available.includes(secret));
  if (missing.length > 0) return `is not given ${missing.join(', ')}`;
  const unneeded = available.filter((secret) => !needed.includes(secret));
  return unneeded.length > 0 ? `is given ${unneeded.join(', ')}, which it does not need` : null;
}

function toCron(minutes: number): string {
  if (minutes === 1) return '* * * * *';
  if (minutes === 60) return '0 * * * *';
  if (minutes === 24 * 60) return '0 0 * * *';
  if (60 % minutes === 0) return `*/${minutes} * * * *`;
  throw new Error(`No cron expression runs every ${minutes} minutes`);
}

/**
 * The local scheduler, the soak test and the costs read only the `SCHEDULES` table, so they would
 * miss a job that it lacks.
 */
function findTimetableProblem({ scheduleTrigger }: DeployedFunction, name: string): string | null {
  const row = SCHEDULES.find((schedule) => schedule.name === name);
  if (!scheduleTrigger) return row ? 'is in the timetable, and runs at no times' : null;
  if (!row) return 'runs at times, and is not in the timetable';
  const { schedule, timeZone } = scheduleTrigger;
  const expected = toCron(row.everyMinutes);
  if (schedule !== expected) return `runs at ${schedule} instead of ${expected}`;
  return timeZone === 'UTC' ? null : 'does not run by UTC';
}

/** Tasks beyond the instances' capacity would fail and only run on a retry. */
function findQueueProblem(declared: DeployedFunction, name: string): string | null {
  const { taskQueueTrigger, maxInstances, concurrency } = declared;
  if (!taskQueueTrigger)
    return TASK_FUNCTIONS.includes(name) ? 'is listed with a queue, and has none' : null;
  if (!TASK_FUNCTIONS.includes(name)) return 'has a queue, and is not listed with one';
  const { invoker = [], rateLimits } = taskQueueTrigger;
  const capacity = (maxInstances ?? 100) * (concurrency ?? 1);
  if (rateLimits?.maxConcurrentDispatches !== capacity)
    return `takes ${capacity} tasks at once, and its queue brings another number`;
  const account = `${getServiceAccount(name)}@`;
  return invoker.join() === account ? null : `takes tasks of others than ${account}`;
}

const API_PATHS: readonly string[] = [...new Set(Object.values(endpoints).map(({ path }) => path))];

/** A rewrite to a function ends in `/**` or names one path. */
const matchesRewrite = (path: string, source: string): boolean =>
  source.endsWith('/**') ? path.startsWith(source.slice(0, -2)) : path === source;

export const FUNCTION_CHECKS: readonly DeployCheck[] = [
  {
    says: 'Every function names its region, memory, time-out and most instances',
    problems: (deployment) => collectProblems(deployment, findOptionProblem),
  },
  {
    says: 'All functions together take no more processors than were reviewed',
    problems: ({ functions }) => {
      const milliCpus = Object.values(functions).map(
        (declared) => computeMaxResources(declared).milliCpu,
      );
      const vcpu = milliCpus.reduce((sum, milliCpu) => sum + milliCpu, 0) / 1000;
      return problemUnless(
        vcpu <= MAX_VCPU,
        `They may take ${vcpu} vCPU, reviewed are ${MAX_VCPU}`,
      );
    },
  },
  {
    says: 'The publisher has a warm instance, and nothing else costs while nobody calls',
    problems: (deployment) => collectProblems(deployment, findWarmProblem),
  },
  {
    says: 'One instance of the API serves eighty calls at once',
    problems: ({ functions }) =>
      problemUnless(
        functions['api']?.concurrency === 80,
        'api serves another number of calls at once',
      ),
  },
  {
    says: 'Every function runs as the account of its group',
    problems: (deployment) => collectProblems(deployment, findAccountProblem),
  },
  {
    says: 'Every function is given the secrets that it needs, and no other',
    problems: (deployment) => collectProblems(deployment, findSecretProblem),
  },
  {
    says: 'The jobs run at the times of the timetable, and none besides',
    problems: (deployment) => [
      ...collectProblems(deployment, findTimetableProblem),
      ...SCHEDULES.flatMap(({ name }) =>
        problemUnless(
          name in deployment.functions,
          `${name} is in the timetable, and is no function`,
        ),
      ),
    ],
  },
  {
    says: 'Each queue brings as many tasks as its function takes, of its own account alone',
    problems: (deployment) => [
      ...collectProblems(deployment, findQueueProblem),
      ...TASK_FUNCTIONS.flatMap((name) =>
        problemUnless(
          name in deployment.functions,
          `${name} is listed with a queue, and is no function`,
        ),
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
      ...problemUnless(loadMs < MAX_LOAD_MS, `They took ${Math.round(loadMs)} ms to load`),
      ...problemUnless(codeBytes < MAX_BYTES, `Their code has ${Math.round(codeBytes / 1024)} kB`),
    ],
  },
  {
    says: 'Runtime and manifest are of the same Node, and a lockfile goes up',
    problems: ({ config, nodeVersion, uploaded }) => [
      ...problemUnless(
        config.functions.every(({ runtime }) => runtime === `nodejs${nodeVersion}`),
        'firebase.json names another runtime than the manifest',
      ),
      ...problemUnless(uploaded.includes('package-lock.json'), 'There is no package-lock.json'),
    ],
  },
  {
    says: 'Hosting leads to functions that there are, where they are',
    problems: ({ config: { hosting }, functions }) => [
      ...hosting.rewrites.flatMap(({ source, function: target }) => {
        if (!target) return [];
        const { functionId, region } = target;
        const isThere = functions[functionId]?.region?.includes(region) ?? false;
        return problemUnless(
          isThere,
          `${source} leads to ${functionId} in ${region}, which is not there`,
        );
      }),
      ...API_PATHS.flatMap((path) => {
        const rewrite = hosting.rewrites.find(({ source }) => matchesRewrite(path, source));
        const expected = PASSWORD_PATHS.has(path) ? 'passwords' : 'api';
        const leads = rewrite?.function?.functionId ?? 'no function';
        return problemUnless(
          leads === expected,
          `${path} leads to ${leads} instead of ${expected}`,
        );
      }),
    ],
  },
];
