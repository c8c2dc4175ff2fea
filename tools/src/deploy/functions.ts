import { type Deployment, type DeployCheck, type DeployedFunction } from './deployment';

const REGION = 'europe-west1';
/** Discovery and a cold start load the code: both have ten seconds. */
export const LOADS_WITHIN_MS = 5000;
export const MOST_BYTES = 1024 * 1024;
/** What one busy day may start of one function. */
const MOST_INSTANCES = 20;

/** The functions that are given each secret: those that need it, and no other. */
const SECRETS: Readonly<Record<string, readonly string[]>> = {
  SECRETS_KEY: [
    'api',
    'deliverMail',
    'inspectProof',
    'inspectSetup',
    'resumeDeletions',
    'resumePushes',
    'retryMail',
    'sendPush',
  ],
  VAPID_PRIVATE_KEY: ['resumePushes', 'sendPush'],
  SMTP_URL: ['deliverMail', 'retryMail'],
  TWELVEDATA_KEY: ['correctRecord', 'publishSignal', 'refitCalibrations', 'settleSignals'],
};

const secretsOf = ({ secretEnvironmentVariables = [] }: DeployedFunction) =>
  secretEnvironmentVariables.map(({ key }) => key);

const each = (
  { functions }: Deployment,
  problem: (declared: DeployedFunction, name: string) => string | null,
): string[] =>
  Object.entries(functions).flatMap(([name, declared]) => {
    const found = problem(declared, name);
    return found === null ? [] : [`${name} ${found}`];
  });

function optionProblem(declared: DeployedFunction): string | null {
  const { region, availableMemoryMb, timeoutSeconds, maxInstances } = declared;
  if (region?.join() !== REGION) return `does not run in ${REGION} alone`;
  if (!availableMemoryMb) return 'names no memory';
  if (!timeoutSeconds) return 'names no time-out';
  if (!maxInstances) return 'names no most instances: a flood would be paid for';
  return maxInstances > MOST_INSTANCES ? `may start ${maxInstances} instances` : null;
}

export const FUNCTION_CHECKS: readonly DeployCheck[] = [
  {
    says: 'Every function names its region, memory, time-out and most instances',
    problems: (deployment) => each(deployment, optionProblem),
  },
  {
    says: 'The publisher has a warm instance, and nothing else costs while nobody calls',
    problems: (deployment) =>
      each(deployment, ({ minInstances }, name) => {
        const expected = name === 'publishSignal' ? 1 : 0;
        return (minInstances ?? 0) === expected
          ? null
          : `keeps ${minInstances ?? 0} instances warm`;
      }),
  },
  {
    says: 'One instance of the API serves eighty calls at once',
    problems: ({ functions }) =>
      functions['api']?.concurrency === 80 ? [] : ['api serves another number of calls at once'],
  },
  {
    says: 'Secrets are bound to the functions that need them',
    problems: ({ functions }) =>
      Object.entries(SECRETS).flatMap(([secret, needing]) =>
        needing
          .filter((name) => functions[name] && !secretsOf(functions[name]).includes(secret))
          .map((name) => `${name} is not given ${secret}`),
      ),
  },
  {
    says: 'No file of local secrets goes up with the functions',
    problems: ({ config, uploaded }) => {
      const ignored = config.functions.flatMap(({ ignore }) => ignore);
      const local = uploaded.filter((name) => name.endsWith('.local'));
      return local.filter((name) => !ignored.includes(name)).map((name) => `${name} would go up`);
    },
  },
  {
    says: 'The functions load within five seconds and stay small',
    problems: ({ loadMs, codeBytes }) => [
      ...(loadMs < LOADS_WITHIN_MS ? [] : [`They took ${Math.round(loadMs)} ms to load`]),
      ...(codeBytes < MOST_BYTES ? [] : [`Their code has ${Math.round(codeBytes / 1024)} kB`]),
    ],
  },
  {
    says: 'Runtime and manifest are of the same Node, and a lockfile goes up',
    problems: ({ config, nodeVersion, uploaded }) => [
      ...(config.functions.every(({ runtime }) => runtime === `nodejs${nodeVersion}`)
        ? []
        : ['firebase.json names another runtime than the manifest']),
      ...(uploaded.includes('package-lock.json') ? [] : ['There is no package-lock.json']),
    ],
  },
  {
    says: 'Hosting leads to functions that there are, where they are',
    problems: ({ config, functions }) =>
      config.hosting.rewrites.flatMap(({ source, function: target }) => {
        if (!target) return [];
        const { functionId, region } = target;
        const isThere = functions[functionId]?.region?.includes(region) ?? false;
        return isThere ? [] : [`${source} leads to ${functionId} in ${region}, which is not there`];
      }),
  },
];
