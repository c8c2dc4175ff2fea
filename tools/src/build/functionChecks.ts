import { SCHEDULES } from '@quantalgo/contracts/core/time';
import { endpoints } from '@quantalgo/contracts/allEndpoints';
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
    secrets: 'SECRETS_KEY PASSWORD_PEPPER FACTOR_KEY MAIL_KEY PSEUDONYM_KEY LIMITS_KEY',
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
    functions: 'reconcileTelegram',
    secrets: 'TELEGRAM_BOT_TOKEN TELEGRAM_WEBHOOK_SECRET',
  },
  {
    account: 'functions-push',
    functions: 'postSignal syncChannelMembership',
    secrets: 'TELEGRAM_BOT_TOKEN',
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
  if (!availableMemoryMb) return 'has no memory setting';
  if (!timeoutSeconds) return 'has no timeout setting';
  if (!maxInstances) return 'has no instance limit, so nothing would cap the cost of a flood';
  // The platform refuses this too, but only in the middle of a deployment.
  return getMilliCpu(declared) < 1000 && concurrency !== 1
    ? 'has less than one vCPU but serves several calls at once'
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
  if (!group) return 'is in no group. Add it to the group with exactly the rights it needs.';
  if (!serviceAccountEmail) return 'has no service account, so it would run as the default one';
  if (serviceAccountEmail === toEmail(group.account)) return null;
  return `runs as ${serviceAccountEmail} instead of ${group.account}`;
}

function findSecretProblem(declared: DeployedFunction, name: string): string | null {
  const available = (declared.secretEnvironmentVariables ?? []).map(({ key }) => key);
  const needed = splitWords(findGroup(name)?.secrets);
  const missing = needed.filter((secret) => !available.includes(secret));
  if (missing.length > 0) return `lacks ${missing.join(', ')}`;
  const unneeded = available.filter((secret) => !needed.includes(secret));
  return unneeded.length > 0 ? `has ${unneeded.join(', ')}, which it doesn’t need` : null;
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
function findScheduleProblem({ scheduleTrigger }: DeployedFunction, name: string): string | null {
  const row = SCHEDULES.find((schedule) => schedule.name === name);
  if (!scheduleTrigger) return row ? 'is in SCHEDULES but has no schedule' : null;
  if (!row) return 'has a schedule but is not in SCHEDULES';
  const { schedule, timeZone } = scheduleTrigger;
  const expected = toCron(row.everyMinutes);
  if (schedule !== expected) return `runs at ${schedule} instead of ${expected}`;
  return timeZone === 'UTC' ? null : 'does not run in UTC';
}

/** Tasks beyond the instances' capacity would fail and only run on a retry. */
function findQueueProblem(declared: DeployedFunction, name: string): string | null {
  const { taskQueueTrigger, maxInstances, concurrency } = declared;
  if (!taskQueueTrigger)
    return TASK_FUNCTIONS.includes(name) ? 'is in TASK_FUNCTIONS but has no queue' : null;
  if (!TASK_FUNCTIONS.includes(name)) return 'has a queue but is not in TASK_FUNCTIONS';
  const { invoker = [], rateLimits } = taskQueueTrigger;
  const capacity = (maxInstances ?? 100) * (concurrency ?? 1);
  if (rateLimits?.maxConcurrentDispatches !== capacity)
    return `can run ${capacity} tasks at once, but its queue dispatches a different number`;
  const account = `${getServiceAccount(name)}@`;
  return invoker.join() === account ? null : `accepts tasks from accounts other than ${account}`;
}

const API_PATHS: readonly string[] = [...new Set(Object.values(endpoints).map(({ path }) => path))];

/** A rewrite to a function ends in `/**` or names one path. */
const matchesRewrite = (path: string, source: string): boolean =>
  source.endsWith('/**') ? path.startsWith(source.slice(0, -2)) : path === source;

export const FUNCTION_CHECKS: readonly DeployCheck[] = [
  {
    description: 'Every function sets its region, memory, timeout and maximum of instances',
    problems: (deployment) => collectProblems(deployment, findOptionProblem),
  },
  {
    description: 'All functions together use no more vCPU than was reviewed',
    problems: ({ functions }) => {
      const milliCpus = Object.values(functions).map(
        (declared) => computeMaxResources(declared).milliCpu,
      );
      const vcpu = milliCpus.reduce((sum, milliCpu) => sum + milliCpu, 0) / 1000;
      return problemUnless(
        vcpu <= MAX_VCPU,
        `They can use ${vcpu} vCPU, but only ${MAX_VCPU} were reviewed`,
      );
    },
  },
  {
    description: 'Only the publisher keeps an instance warm',
    problems: (deployment) => collectProblems(deployment, findWarmProblem),
  },
  {
    description: 'One instance of the API serves eighty calls at once',
    problems: ({ functions }) =>
      problemUnless(functions['api']?.concurrency === 80, 'api has a different concurrency'),
  },
  {
    description: 'Every function runs as its group’s service account',
    problems: (deployment) => collectProblems(deployment, findAccountProblem),
  },
  {
    description: 'Every function has exactly the secrets that it needs',
    problems: (deployment) => collectProblems(deployment, findSecretProblem),
  },
  {
    description: 'The scheduled jobs match SCHEDULES',
    problems: (deployment) => [
      ...collectProblems(deployment, findScheduleProblem),
      ...SCHEDULES.flatMap(({ name }) =>
        problemUnless(
          name in deployment.functions,
          `${name} is in SCHEDULES but is not a function`,
        ),
      ),
    ],
  },
  {
    description:
      'Each queue dispatches as many tasks as its function can run, only from its own account',
    problems: (deployment) => [
      ...collectProblems(deployment, findQueueProblem),
      ...TASK_FUNCTIONS.flatMap((name) =>
        problemUnless(
          name in deployment.functions,
          `${name} is in TASK_FUNCTIONS but is not a function`,
        ),
      ),
    ],
  },
  {
    description: 'No file with local secrets is uploaded with the functions',
    problems: ({ config, uploaded }) => {
      const ignored = config.functions.flatMap(({ ignore }) => ignore);
      return uploaded
        .filter((name) => name.endsWith('.local') && !ignored.includes(name))
        .map((name) => `${name} would be uploaded`);
    },
  },
  {
    description: 'The functions load within five seconds and stay small',
    problems: ({ loadMs, codeBytes }) => [
      ...problemUnless(loadMs < MAX_LOAD_MS, `They took ${Math.round(loadMs)} ms to load`),
      ...problemUnless(codeBytes < MAX_BYTES, `Their code is ${Math.round(codeBytes / 1024)} kB`),
    ],
  },
  {
    description: 'Runtime and manifest have the same Node version, and a lockfile is uploaded',
    problems: ({ config, nodeVersion, uploaded }) => [
      ...problemUnless(
        config.functions.every(({ runtime }) => runtime === `nodejs${nodeVersion}`),
        'firebase.json has a different runtime from the manifest',
      ),
      ...problemUnless(uploaded.includes('package-lock.json'), 'There is no package-lock.json'),
    ],
  },
  {
    description: 'Hosting’s rewrites lead to existing functions in their regions',
    problems: ({ config: { hosting }, functions }) => [
      ...hosting.rewrites.flatMap(({ source, function: target }) => {
        if (!target) return [];
        const { functionId, region } = target;
        const exists = functions[functionId]?.region?.includes(region) ?? false;
        return problemUnless(
          exists,
          `${source} points to ${functionId} in ${region}, which doesn’t exist`,
        );
      }),
      ...API_PATHS.flatMap((path) => {
        const rewrite = hosting.rewrites.find(({ source }) => matchesRewrite(path, source));
        const expected = PASSWORD_PATHS.has(path) ? 'passwords' : 'api';
        const target = rewrite?.function?.functionId ?? 'no function';
        return problemUnless(
          target === expected,
          `${path} points to ${target} instead of ${expected}`,
        );
      }),
    ],
  },
];
