import { type Config, type DeployCheck } from './deployment';

const YEAR_SECONDS = 365 * 24 * 60 * 60;

/** Sources that a policy never names: each would let a page run or load what is not the site's. */
const UNSAFE =
  /'unsafe-inline'|'unsafe-eval'|'unsafe-hashes'|\bhttps?:(?:\s|;|$)|(?:^|\s)\*(?:\s|;|$)/;

function directivesOf(policy: string): ReadonlyMap<string, string> {
  const parts = policy.split(';').map((directive) => directive.trim().split(/\s+/));
  return new Map(parts.map(([name = '', ...sources]) => [name, sources.join(' ')]));
}

/** What each directive must be for nothing but the site's own code to run. */
const DIRECTIVES: Readonly<Record<string, string>> = {
  'default-src': "'none'",
  'script-src': "'self'",
  'style-src': "'self'",
  'worker-src': "'self'",
  'base-uri': "'none'",
  'form-action': "'self'",
  'frame-ancestors': "'none'",
};

function policyProblems(policy: string): string[] {
  const directives = directivesOf(policy);
  const wrong = Object.entries(DIRECTIVES).filter(
    ([name, sources]) => directives.get(name) !== sources,
  );
  return [
    ...wrong.map(([name, sources]) => `The policy must say ${name} ${sources}`),
    ...(UNSAFE.test(policy) ? ['The policy names an unsafe source'] : []),
  ];
}

/** What each header of every reply must be. */
const HEADERS: Readonly<Record<string, (value: string) => boolean>> = {
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
    Number(/max-age=(\d+)/.exec(value)?.[1] ?? 0) >= YEAR_SECONDS &&
    value.includes('includeSubDomains'),
};

const ofEveryReply = ({ hosting }: Config): ReadonlyMap<string, string> => {
  const rules = hosting.headers.filter(({ source }) => source === '**');
  return new Map(rules.flatMap(({ headers }) => headers).map(({ key, value }) => [key, value]));
};

export const HEADER_CHECKS: readonly DeployCheck[] = [
  {
    says: 'The content policy lets nothing run but the site’s own files',
    problems: ({ config }) => {
      const policy = ofEveryReply(config).get('Content-Security-Policy');
      return policy === undefined
        ? ['There is no Content-Security-Policy']
        : policyProblems(policy);
    },
  },
  {
    says: 'Every reply is hardened: transport, framing, sniffing, referrers, permissions, openers',
    problems: ({ config }) => {
      const headers = ofEveryReply(config);
      return Object.entries(HEADERS)
        .filter(([name, isRight]) => !isRight(headers.get(name) ?? ''))
        .map(([name]) => `${name} is ${headers.has(name) ? headers.get(name) : 'missing'}`);
    },
  },
  {
    says: 'What changes is asked for anew, and files named by their content are kept',
    problems: ({ config: { hosting } }) => {
      const kept = hosting.headers.find(({ source }) => source === '/assets/**');
      const others = hosting.headers.filter(({ headers }) =>
        headers.some(({ key, value }) => key === 'Cache-Control' && value === 'no-cache'),
      );
      const isKept = kept?.headers.some(({ value }) => value.includes('immutable')) ?? false;
      return isKept && others.length > 0
        ? []
        : ['Cache-Control is not as the service worker needs it'];
    },
  },
];
