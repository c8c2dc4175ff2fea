import { parseEnvironment } from '@quantalgo/functions/platform/core/environment';
import { type DeployCheck, type Deployment, type DeployedFunction } from './deployment';
import { EXPOSURE_CHECKS } from './exposure';

const REGION = 'europe-west1';
/** Discovery and a cold start load the code: both have ten seconds. */
const LOADS_WITHIN_MS = 5000;
const MOST_BYTES = 1024 * 1024;
/** What one busy day may start of one function. */
const MOST_INSTANCES = 20;

/** The functions that are given each secret: those that need it, and no other. */
const SECRETS = {
  SECRETS_KEY:
    'api deliverMail inspectProof inspectSetup resumeDeletions resumePushes retryMail sendPush',
  VAPID_PRIVATE_KEY: 'resumePushes sendPush',
  SMTP_URL: 'deliverMail retryMail',
  TWELVEDATA_KEY: 'correctRecord publishSignal refitCalibrations settleSignals',
};

/** Settings that a deployed project can't do without, and those of local suites alone. */
const NEEDED = ['SITE_URL', 'WEB_API_KEY', 'MAIL_FROM', 'MARKET_DATA'];
const LOCAL = ['LIMITS_FACTOR', 'CANDLES_DIR', 'DEMONSTRATION'];

const unless = (isRight: boolean, problem: string): string[] => (isRight ? [] : [problem]);

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

function warmProblem({ minInstances }: DeployedFunction, name: string): string | null {
  const warm = minInstances ?? 0;
  return warm === (name === 'publishSignal' ? 1 : 0) ? null : `has ${warm} warm instances`;
}

const isGiven = ({ secretEnvironmentVariables = [] }: DeployedFunction, secret: string) =>
  secretEnvironmentVariables.some(({ key }) => key === secret);

const FUNCTION_CHECKS: readonly DeployCheck[] = [
  {
    says: 'Every function names its region, memory, time-out and most instances',
    problems: (deployment) => each(deployment, optionProblem),
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
    says: 'Secrets are bound to the functions that need them',
    problems: ({ functions }) =>
      Object.entries(SECRETS).flatMap(([secret, needing]) =>
        needing
          .split(' ')
          .filter((name) => functions[name] && !isGiven(functions[name], secret))
          .map((name) => `${name} is not given ${secret}`),
      ),
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
      ...unless(codeBytes < MOST_BYTES, `Their code has ${Math.round(codeBytes / 1024)} kB`),
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
    problems: ({ config, functions }) =>
      config.hosting.rewrites.flatMap(({ source, function: target }) => {
        if (!target) return [];
        const { functionId, region } = target;
        const isThere = functions[functionId]?.region?.includes(region) ?? false;
        return unless(isThere, `${source} leads to ${functionId} in ${region}, which is not there`);
      }),
  },
];

const DATA_CHECKS: readonly DeployCheck[] = [
  {
    says: 'Every query has its index, and every index its query',
    problems: ({ indexes: { indexes }, needed }) => {
      const declared = indexes.map(({ collectionGroup, fields }) =>
        [collectionGroup, ...fields.map((field) => Object.values(field).join(' '))].join(),
      );
      return [
        ...needed.filter((one) => !declared.includes(one)).map((one) => `Missing: ${one}`),
        ...declared.filter((one) => !needed.includes(one)).map((one) => `No query needs ${one}`),
      ];
    },
  },
  {
    says: 'What is kept for a while is deleted by its own time',
    problems: ({ indexes: { fieldOverrides } }) =>
      fieldOverrides
        .filter(({ fieldPath, ttl }) => fieldPath === 'expireAt' && ttl !== true)
        .map(({ collectionGroup }) => `${collectionGroup} has no time to live`),
  },
];

function unparsed(settings: Readonly<Record<string, string>>): string[] {
  try {
    parseEnvironment(settings);
    return [];
  } catch (error) {
    return [error instanceof Error ? error.message : String(error)];
  }
}

/** A check of the settings of the project that is named; without one there is nothing to check. */
const ofSettings = (
  says: string,
  problems: (settings: Readonly<Record<string, string>>) => string[],
): DeployCheck => ({
  says,
  problems: ({ settings }) => (settings === null ? [] : problems(settings)),
});

const SETTING_CHECKS: readonly DeployCheck[] = [
  ofSettings('The settings of the project are whole and can be read', (settings) => [
    ...NEEDED.flatMap((name) => unless((settings[name] ?? '') !== '', `${name} is missing`)),
    ...unparsed(settings),
  ]),
  ofSettings(
    'The settings of the project hold no secret, and nothing of a demonstration',
    (settings) => [
      // In a file of settings anybody who builds could read them.
      ...Object.keys(SECRETS).flatMap((name) =>
        unless(!(name in settings), `${name} belongs to Secret Manager`),
      ),
      ...LOCAL.flatMap((name) => unless(!(name in settings), `${name} is for local suites`)),
    ],
  ),
  ofSettings(
    'Site, sender and push subject are addresses that the world can reach',
    ({ SITE_URL = '', MAIL_FROM = '' }) => [
      ...unless(SITE_URL.startsWith('https://'), 'SITE_URL is not served by https'),
      ...unless(
        /@[^\s@>]+\.[a-z]{2,}>?$/i.test(MAIL_FROM) && !MAIL_FROM.includes('.test'),
        'MAIL_FROM is no address that mail can come from',
      ),
    ],
  ),
];

/** All that must be so before anything is deployed. */
export const DEPLOY_CHECKS: readonly DeployCheck[] = [
  ...FUNCTION_CHECKS,
  ...DATA_CHECKS,
  ...EXPOSURE_CHECKS,
  ...SETTING_CHECKS,
];
