import { type DeployCheck, type Deployment } from './deployment';

/** A rule that lets somebody in: the path it is of, what it allows and under which condition. */
interface Allow {
  readonly path: string;
  readonly operations: string;
  readonly condition: string;
}

const squeezed = (text: string): string => text.replace(/\s+/g, ' ').trim();

const TOKEN =
  /match\s+(\/[^\s{]*(?:\{[^}]*\}[^\s{]*)*)\s*\{|allow\s+([^:;]+)(?::\s*if\s+([^;]+))?;|function[^{]*\{|service[^{]*\{|\{|\}/g;

/** The `allow` statements of a rules file, with the path of the innermost match that holds each. */
export function allowsOf(rules: string): Allow[] {
  const open: string[] = [];
  const allows: Allow[] = [];
  const tokens = rules.replace(/\/\/.*$/gm, '').matchAll(TOKEN);
  for (const [text, path, operations, condition = 'true'] of tokens) {
    if (operations !== undefined)
      allows.push({
        path: open.join(''),
        operations: squeezed(operations),
        condition: squeezed(condition),
      });
    else if (text === '}') open.pop();
    else open.push(path ?? '');
  }
  return allows;
}

const OWN_OR_STAFF = 'isSelf(resource.data.uid) || isStaff()';

/** Who may read what, as it was reviewed. Whoever changes a rule changes this list too, and says why. */
const REVIEWED: readonly string[] = [
  'users/{uid} get: isSelf(uid) || isStaff()',
  'users/{uid} list: isStaff()',
  "signals/{slot} read: isEssential() || (resource.data.audience == 'basic' && isMember())",
  'stats/performance get: isMember()',
  'status/heartbeat get: isMember()',
  `proofs/{id} read: ${OWN_OR_STAFF}`,
  `setups/{id} read: ${OWN_OR_STAFF}`,
  `tickets/{id} read: ${OWN_OR_STAFF}`,
  'accessEvents/{id} read: isStaff()',
];

/** What functions of the rules must ask, so that no token alone opens anything. */
const ASKED = [
  "request.auth.token.get('staff', false) == true && live().staff == true",
  'live().dashboardUnlocked == true',
  'live().tier in tiers',
  "!('endedAt' in get(device()).data)",
];

const textOf = ({ path, operations, condition }: Allow): string =>
  `${path.replace('/databases/{database}/documents/', '')} ${operations}: ${condition}`;

function isReviewedUpload({ operations, condition }: Allow): boolean {
  if (operations === 'create') return /^isOwner\(uid\) && isNewFile\(\w+\)/.test(condition);
  return operations === 'read' && condition === 'isStaff()';
}

/** Sources that a policy never names: each would let a page run or load what is not the site's. */
const UNSAFE =
  /'unsafe-inline'|'unsafe-eval'|'unsafe-hashes'|\bhttps?:(?:\s|;|$)|(?:^|\s)\*(?:\s|;|$)/;

/** What the content policy must say for nothing but the site's own code to run. */
const DIRECTIVES = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "worker-src 'self'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
];

const isYear = (seconds: string | undefined) => Number(seconds) >= 365 * 24 * 60 * 60;

/** What each header of every reply must be. */
const HEADERS: Readonly<Record<string, (value: string) => boolean>> = {
  'X-Content-Type-Options': (value) => value === 'nosniff',
  'X-Frame-Options': (value) => value === 'DENY',
  'Referrer-Policy': (value) =>
    /^(no-referrer|same-origin|strict-origin(-when-cross-origin)?)$/.test(value),
  'Permissions-Policy': (value) =>
    ['camera', 'microphone', 'geolocation', 'payment'].every((one) => value.includes(`${one}=()`)),
  'Cross-Origin-Opener-Policy': (value) => value === 'same-origin',
  'Strict-Transport-Security': (value) =>
    isYear(/max-age=(\d+)/.exec(value)?.[1]) && value.includes('includeSubDomains'),
};

function headersOfAll({ config }: Deployment): ReadonlyMap<string, string> {
  const rules = config.hosting.headers.filter(({ source }) => source === '**');
  return new Map(rules.flatMap(({ headers }) => headers).map(({ key, value }) => [key, value]));
}

/** What of a deployment strangers meet: the rules of the database and of files, and the headers of the site. */
export const EXPOSURE_CHECKS: readonly DeployCheck[] = [
  {
    says: 'Firestore lets nobody in but as it was reviewed, and nobody write',
    problems: ({ firestoreRules }) => {
      const allows = allowsOf(firestoreRules).map(textOf);
      return [
        ...allows.filter((one) => !REVIEWED.includes(one)).map((one) => `Not reviewed: ${one}`),
        ...REVIEWED.filter((one) => !allows.includes(one)).map((one) => `Gone: ${one}`),
      ];
    },
  },
  {
    says: 'The live record decides beside the token',
    problems: ({ firestoreRules }) =>
      ASKED.filter((asked) => !squeezed(firestoreRules).includes(asked)).map(
        (asked) => `firestore.rules does not ask ${asked}`,
      ),
  },
  {
    says: 'Storage takes new files of their owner alone, and shows them to staff alone',
    problems: ({ storageRules }) =>
      allowsOf(storageRules)
        .filter((allow) => !isReviewedUpload(allow))
        .map((allow) => `Not reviewed: ${textOf(allow)}`),
  },
  {
    says: 'The content policy lets nothing run but the site’s own files',
    problems: (deployment) => {
      const policy = headersOfAll(deployment).get('Content-Security-Policy') ?? '';
      const directives = policy.split(';').map(squeezed);
      return [
        ...DIRECTIVES.filter((one) => !directives.includes(one)).map(
          (one) => `The policy must say ${one}`,
        ),
        ...(UNSAFE.test(policy) ? ['The policy names an unsafe source'] : []),
      ];
    },
  },
  {
    says: 'Every reply is hardened: transport, framing, sniffing, referrers, permissions, openers',
    problems: (deployment) => {
      const headers = headersOfAll(deployment);
      return Object.entries(HEADERS)
        .filter(([name, isRight]) => !isRight(headers.get(name) ?? ''))
        .map(([name]) => `${name} is ${headers.get(name) ?? 'missing'}`);
    },
  },
  {
    says: 'What changes is asked for anew, and files named by their content are kept',
    problems: ({ config: { hosting } }) => {
      const assets = hosting.headers.find(({ source }) => source === '/assets/**');
      const isKept = assets?.headers.some(({ value }) => value.includes('immutable')) ?? false;
      const isAsked = hosting.headers.some(({ headers }) =>
        headers.some(({ key, value }) => key === 'Cache-Control' && value === 'no-cache'),
      );
      return isKept && isAsked ? [] : ['Cache-Control is not as the service worker needs it'];
    },
  },
];
