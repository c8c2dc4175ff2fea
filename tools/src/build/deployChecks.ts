import { validateBrand } from '@quantalgo/contracts/core/brand';
import { DAY_MS } from '@quantalgo/contracts/core/time';
import { validateController } from '@quantalgo/contracts/legal/controller';
import { parseEnvironment } from '@quantalgo/functions/platform/core/environment';
import { type DeployCheck, type Deployment, problemUnless } from './deployment';
import { FUNCTION_CHECKS, SECRETS } from './functionChecks';
import { FETCHED_NOTE } from './hostingRanges';
import { REVIEWED_READS } from './reviewedReads';

interface Allow {
  readonly path: string;
  readonly operations: string;
  readonly condition: string;
}

const collapseWhitespace = (text: string): string => text.replace(/\s+/g, ' ').trim();

const RULES_TOKEN =
  /match\s+(\/[^\s{]*(?:\{[^}]*\}[^\s{]*)*)\s*\{|allow\s+([^:;]+)(?::\s*if\s+([^;]+))?;|function[^{]*\{|service[^{]*\{|\{|\}/g;

/** `path` includes the paths of the enclosing matches. */
export function parseAllows(rules: string): Allow[] {
  const enclosingPaths: string[] = [];
  const allows: Allow[] = [];
  const tokens = rules.replace(/\/\/.*$/gm, '').matchAll(RULES_TOKEN);
  for (const [text, path, operations, condition = 'true'] of tokens) {
    if (operations !== undefined)
      allows.push({
        path: enclosingPaths.join(''),
        operations: collapseWhitespace(operations),
        condition: collapseWhitespace(condition),
      });
    else if (text === '}') enclosingPaths.pop();
    else enclosingPaths.push(path ?? '');
  }
  return allows;
}

const FACTOR_PASSED =
  "session.get('factorExempt', false) == true || (session.get('secondFactorAt', null) != null && request.time < session.secondFactorAt + duration.value(12, 'h'))";

/** Without these conditions, a token alone would grant access. */
const REQUIRED_CONDITIONS = [
  "request.auth.token.get('staff', false) == true && live().staff == true",
  'live().dashboardUnlocked == true',
  'live().tier in tiers',
  "request.query.limit <= 300 && request.query.get('offset', 0) in [0, null]",
  "isEssential() || (resource.data.audience == 'basic' && isMember())",
  "'sid' in request.auth.token && isOpen(get(session()).data) && hasPassword()",
  "live().get('needsPassword', false) == false",
  'live().staff == true && hasPassed(get(session()).data)',
  FACTOR_PASSED,
  'session.uid == request.auth.uid && session.endedAt == null && request.time < session.expireAt',
];

const REQUIRED_STORAGE_CONDITIONS = [
  '&& hasPassed(session())',
  FACTOR_PASSED,
  'return resource == null',
  "request.resource.contentEncoding in ['', 'identity', null]",
  'leave.uid == request.auth.uid && leave.usedAt == null && request.time < leave.expireAt',
];

const formatAllow = ({ path, operations, condition }: Allow): string =>
  `${path.replace('/databases/{database}/documents/', '')} ${operations}: ${condition}`;

const REVIEWED_FILES: readonly string[] = [
  '/b/{bucket}/o/pending/{uid}/{id} create: isOwner(uid) && isNewFile(id) && hasLeave(id)',
  ...['proofs/{uid}/{proofId}', 'setupProofs/{uid}/{setupId}'].flatMap((path) => [
    `/b/{bucket}/o/${path} get: isOwner(uid) || isStaff()`,
    `/b/{bucket}/o/${path} list: isStaff()`,
  ]),
];

/** Each would let a page run or load foreign code. */
const UNSAFE_SOURCES =
  /'unsafe-inline'|'unsafe-eval'|'unsafe-hashes'|\bhttps?:(?:\s|;|$)|(?:^|\s)\*(?:\s|;|$)/;

const SCRIPT_SOURCES = /^script-src 'self'(?: 'sha256-[\w+/]{43}=')?$/;

const REQUIRED_DIRECTIVES = [
  "default-src 'none'",
  "style-src 'self'",
  "worker-src 'self'",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
];

const isYear = (seconds: string | undefined) => Number(seconds) >= 365 * 24 * 60 * 60;

const REQUIRED_HEADERS: Readonly<Record<string, (value: string) => boolean>> = {
  'X-Content-Type-Options': (value) => value === 'nosniff',
  'X-Frame-Options': (value) => value === 'DENY',
  'Referrer-Policy': (value) =>
    /^(no-referrer|same-origin|strict-origin(-when-cross-origin)?)$/.test(value),
  'Permissions-Policy': (value) =>
    ['camera', 'microphone', 'geolocation', 'payment'].every((name) =>
      value.includes(`${name}=()`),
    ),
  'Cross-Origin-Opener-Policy': (value) => value === 'same-origin',
  'Strict-Transport-Security': (value) =>
    isYear(/max-age=(\d+)/.exec(value)?.[1]) && value.includes('includeSubDomains'),
};

function getGlobalHeaders({ config }: Deployment): ReadonlyMap<string, string> {
  const rules = config.hosting.headers.filter(({ source }) => source === '**');
  return new Map(rules.flatMap(({ headers }) => headers).map(({ key, value }) => [key, value]));
}

const EXPOSURE_CHECKS: readonly DeployCheck[] = [
  {
    description: 'Firestore’s rules allow only the reviewed reads, and no writes',
    problems: ({ firestoreRules }) => {
      const allows = parseAllows(firestoreRules).map(formatAllow);
      return [
        ...allows
          .filter((allow) => !REVIEWED_READS.includes(allow))
          .map((allow) => `Not reviewed: ${allow}`),
        ...REVIEWED_READS.filter((allow) => !allows.includes(allow)).map(
          (allow) => `Gone: ${allow}`,
        ),
      ];
    },
  },
  {
    description: 'The rules check the current user document, not only the token',
    problems: ({ firestoreRules }) =>
      REQUIRED_CONDITIONS.filter(
        (condition) => !collapseWhitespace(firestoreRules).includes(condition),
      ).map((condition) => `firestore.rules does not require ${condition}`),
  },
  {
    description: 'Only owners can upload files, and only they and staff can read them',
    problems: ({ storageRules }) => {
      const allows = parseAllows(storageRules).map(formatAllow);
      return [
        ...allows
          .filter((allow) => !REVIEWED_FILES.includes(allow))
          .map((allow) => `Not reviewed: ${allow}`),
        ...REVIEWED_FILES.filter((allow) => !allows.includes(allow)).map(
          (allow) => `Gone: ${allow}`,
        ),
        ...REQUIRED_STORAGE_CONDITIONS.filter(
          (condition) => !collapseWhitespace(storageRules).includes(condition),
        ).map((condition) => `storage.rules does not require ${condition}`),
      ];
    },
  },
  {
    description: 'The content security policy runs only the site’s own files',
    problems: (deployment) => {
      const policy = getGlobalHeaders(deployment).get('Content-Security-Policy') ?? '';
      const directives = policy.split(';').map(collapseWhitespace);
      return [
        ...REQUIRED_DIRECTIVES.filter((directive) => !directives.includes(directive)).map(
          (directive) => `The policy must contain ${directive}`,
        ),
        ...(directives.some((directive) => SCRIPT_SOURCES.test(directive))
          ? []
          : ['The policy must allow only the site’s own scripts']),
        ...(UNSAFE_SOURCES.test(policy) ? ['The policy allows an unsafe source'] : []),
      ];
    },
  },
  {
    description:
      'Every response sets the security headers: transport, framing, sniffing, referrers, permissions, openers',
    problems: (deployment) => {
      const headers = getGlobalHeaders(deployment);
      return Object.entries(REQUIRED_HEADERS)
        .filter(([name, isValid]) => !isValid(headers.get(name) ?? ''))
        .map(([name]) => `${name} is ${headers.get(name) ?? 'missing'}`);
    },
  },
  {
    description: 'Browsers revalidate files that can change, and cache files with hashed names',
    problems: ({ config: { hosting } }) => {
      const assets = hosting.headers.find(({ source }) => source === '/assets/**');
      const isImmutable = assets?.headers.some(({ value }) => value.includes('immutable')) ?? false;
      const isRevalidated = hosting.headers.some(({ headers }) =>
        headers.some(({ key, value }) => key === 'Cache-Control' && value === 'no-cache'),
      );
      return isImmutable && isRevalidated
        ? []
        : ['Cache-Control must be immutable for /assets/** and no-cache for files that can change'];
    },
  },
];

const REQUIRED_SETTINGS = [
  'SITE_URL',
  'WEB_API_KEY',
  'MAIL_FROM',
  'MARKET_DATA',
  'ALERT_PAGE_CHANNEL',
  'ALERT_MAIL_CHANNEL',
];

const LOCAL_SETTINGS = ['LIMITS_FACTOR', 'CANDLES_DIR', 'DEMONSTRATION'];

const DATA_CHECKS: readonly DeployCheck[] = [
  {
    description: 'Every query has its index, and every index its query',
    problems: ({ indexes: { indexes }, needed }) => {
      const indexKeys = indexes.map(({ collectionGroup, fields }) =>
        [collectionGroup, ...fields.map((field) => Object.values(field).join(' '))].join(),
      );
      return [
        ...needed.filter((key) => !indexKeys.includes(key)).map((key) => `Missing: ${key}`),
        ...indexKeys.filter((key) => !needed.includes(key)).map((key) => `No query needs ${key}`),
      ];
    },
  },
  {
    description: 'Documents with a retention period have a TTL policy',
    problems: ({ indexes: { fieldOverrides } }) =>
      fieldOverrides
        .filter(({ fieldPath, ttl }) => fieldPath === 'expireAt' && ttl !== true)
        .map(({ collectionGroup }) => `${collectionGroup} has no TTL policy`),
  },
  {
    description: 'The bucket deletes only unclaimed uploads, later than the daily job does',
    problems: ({ lifecycle: { rule } }) => [
      ...rule
        .filter(({ condition }) => condition.matchesPrefix.join() !== 'pending/')
        .map(({ condition }) => `The bucket deletes ${condition.matchesPrefix.join(' and ')}`),
      ...problemUnless(
        rule.some(({ action, condition }) => action.type === 'Delete' && condition.age === 2),
        'No rule deletes unclaimed uploads after two days',
      ),
    ],
  },
];

type Settings = Readonly<Record<string, string>>;

function findParseErrors(settings: Settings): string[] {
  try {
    parseEnvironment(settings);
    return [];
  } catch (error) {
    return [error instanceof Error ? error.message : String(error)];
  }
}

const createSettingCheck = (description: string, problems: (settings: Settings) => string[]) => ({
  description,
  problems,
});

const SETTING_CHECKS = [
  createSettingCheck('All required settings are set and valid', (settings) => [
    ...REQUIRED_SETTINGS.flatMap((name) =>
      problemUnless((settings[name] ?? '') !== '', `${name} is missing`),
    ),
    ...findParseErrors(settings),
  ]),
  createSettingCheck(
    'Brand, broker and contacts are set, and none is the demonstration’s',
    (settings) => [...validateBrand(settings)],
  ),
  createSettingCheck('The controller of members’ data is set', (settings) => [
    ...validateController(settings),
  ]),
  createSettingCheck('Staff need a second factor', ({ STAFF_SECOND_FACTOR = '1' }) =>
    problemUnless(
      STAFF_SECOND_FACTOR === '1',
      'STAFF_SECOND_FACTOR turns off the second factor for staff',
    ),
  ),
  createSettingCheck(
    'The project’s settings contain no secrets and no local settings',
    (settings) => [
      // Everyone with the repository can read its settings files.
      ...SECRETS.flatMap((name) =>
        problemUnless(!(name in settings), `${name} belongs in Secret Manager`),
      ),
      ...LOCAL_SETTINGS.flatMap((name) =>
        problemUnless(!(name in settings), `${name} is only for local suites`),
      ),
    ],
  ),
  createSettingCheck(
    'Site, sender and push subject are public addresses',
    ({ SITE_URL = '', MAIL_FROM = '' }) => [
      ...problemUnless(SITE_URL.startsWith('https://'), 'SITE_URL is not an https address'),
      ...problemUnless(
        /@[^\s@>]+\.[a-z]{2,}>?$/i.test(MAIL_FROM) && !MAIL_FROM.includes('.test'),
        'MAIL_FROM is not an email address that can send mail',
      ),
    ],
  ),
  createSettingCheck('All called servers use HTTPS', ({ SITE_URL: _, ...others }) =>
    Object.entries(others).flatMap(([name, value]) =>
      problemUnless(!value.includes('http://'), `${name} contains an http address. Use https.`),
    ),
  ),
];

export const findSettingProblems = (settings: Settings): string[] =>
  SETTING_CHECKS.flatMap(({ problems }) => problems(settings));

/** Google and Fastly add networks every few weeks, and Google rents some of its networks out. */
const MAX_RANGES_AGE_DAYS = 42;

/**
 * The rate limit for anonymous callers trusts addresses that a listed network forwards. A wrong
 * list would trust forged addresses.
 */
const findSourceProblems = ({ note }: Deployment['ranges']): string[] =>
  problemUnless(
    note === FETCHED_NOTE,
    'The list of Hosting’s networks was not fetched from its sources. Run npm run gen:ip-ranges',
  );

const findAgeProblems = ({ date }: Deployment['ranges']): string[] =>
  problemUnless(
    Date.now() - Date.parse(date) < MAX_RANGES_AGE_DAYS * DAY_MS,
    `The list of Hosting’s networks is from ${date}. Run npm run gen:ip-ranges`,
  );

export const DEPLOY_CHECKS: readonly DeployCheck[] = [
  ...FUNCTION_CHECKS,
  ...DATA_CHECKS,
  ...EXPOSURE_CHECKS,
  // These checks are skipped if no project is named.
  ...SETTING_CHECKS.map(({ description, problems }) => ({
    description,
    problems: ({ settings }: Deployment) => (settings === null ? [] : problems(settings)),
  })),
  {
    description: 'The list of Hosting’s networks was fetched within six weeks',
    // Skipped without a project, because nothing is deployed then.
    problems: ({ settings, ranges, isLive }) =>
      settings === null
        ? []
        : [...findSourceProblems(ranges), ...(isLive ? [] : findAgeProblems(ranges))],
    // An old list is already live. Blocking a fix, such as for a leaked secret, would not make it
    // safer.
    warnings: ({ settings, ranges, isLive }) =>
      settings !== null && isLive ? findAgeProblems(ranges) : [],
  },
];
