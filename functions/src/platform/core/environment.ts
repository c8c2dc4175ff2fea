import {
  type Brand,
  brandOf,
  DEMONSTRATION_BRAND,
  namesBrand,
  pairSchema,
  sourceSchema,
} from '@quantalgo/contracts';
import * as z from 'zod/mini';

const pairList = z.pipe(
  z.pipe(
    z.string(),
    z.transform((text) => text.split(',').map((pair) => pair.trim())),
  ),
  z.array(pairSchema),
);

/** A key of ours, as `openssl rand` makes it. */
const key = z.optional(z.string().check(z.minLength(32, 'at least 32 characters')));

const credits = z.coerce.number().check(z.int(), z.gte(1));

const variables = z.object({
  /** Where prices come from; replay where candle files are given, otherwise simulated. */
  MARKET_DATA: z.optional(sourceSchema),
  /** Says that the record of this site is a demonstration: prices may then be simulated or replayed. */
  DEMONSTRATION: z.optional(z.enum(['true', 'false'])),
  /** Folder of `<PAIR>_M5.csv` files, for replay. */
  CANDLES_DIR: z.optional(z.string()),
  /** Pairs that signals are given for, separated by commas; all that the market has where it is not set. */
  PAIRS: z.optional(pairList),
  /** Secret: the key to Twelve Data. */
  TWELVEDATA_KEY: z.optional(z.string()),
  TWELVEDATA_URL: z._default(z.url(), 'https://api.twelvedata.com'),
  /** Credits of the plan; its daily ones may be unlimited. */
  TWELVEDATA_CREDITS_PER_MINUTE: z._default(credits, 8),
  TWELVEDATA_CREDITS_PER_DAY: z._default(z.union([z.literal('unlimited'), credits]), 800),
  /** Origin of the site. */
  SITE_URL: z._default(z.url(), 'http://127.0.0.1:5050'),
  /** Key of the web app at Identity Toolkit; the emulator takes any. */
  WEB_API_KEY: z._default(z.string(), 'demo'),
  /** Secret: what the API hashes codes and tokens with, as each of these keys 32 characters or more. */
  SECRETS_KEY: key,
  /** Secret: what the hidden parameters of queued mails are sealed with. */
  MAIL_KEY: key,
  /** Secret: what the receipts of pushes are marked with. */
  PUSH_KEY: key,
  /** Secret: what the pseudonyms of erased members are made with. */
  PSEUDONYM_KEY: key,
  /** Secret: what the addresses, uids and origins of limits are hashed with. */
  LIMITS_KEY: key,
  /** Secret: what passwords are hashed with, `<version>:<32 characters or more>`, newest first, a space between. */
  PASSWORD_PEPPER: z.optional(z.string()),
  /** Secret: what the second factors of staff are sealed and hashed with. */
  FACTOR_KEY: key,
  /** Whether staff must show a second factor; 0 is for demonstrations. Whoever set one up is asked for it anyway. */
  STAFF_SECOND_FACTOR: z._default(z.enum(['0', '1']), '1'),
  /** Secret: the mail server, smtp:// or smtps://. */
  SMTP_URL: z.optional(z.url()),
  /** Sender of all mails. */
  MAIL_FROM: z._default(z.string(), 'QuantAlgo <no-reply@quantalgo.test>'),
  /** The site's key pair for push (VAPID), base64url: without it no push is sent. The private one is a secret. */
  VAPID_PUBLIC_KEY: z.optional(z.string().check(z.regex(/^B[A-P][\w-]{85}$/, 'not a public key'))),
  VAPID_PRIVATE_KEY: z.optional(z.string().check(z.regex(/^[\w-]{43}$/, 'not a private key'))),
  /** Who time-stamps the ledger's head each day, by RFC 3161. */
  TIME_AUTHORITY_URL: z.optional(z.url()),
  /** What the limits of calls are multiplied by; only emulators take it. */
  LIMITS_FACTOR: z.optional(z.coerce.number().check(z.gte(1))),
  FUNCTIONS_EMULATOR: z.optional(z.string()),
  FIREBASE_AUTH_EMULATOR_HOST: z.optional(z.string()),
  /** Set where Cloud Run serves, and nowhere else. */
  K_SERVICE: z.optional(z.string()),
});

type Variables = z.infer<typeof variables>;

/**
 * Whom the deployment speaks for. Null where nothing says and nothing runs: the CLI loads the code without its settings.
 * @throws Error that names what is missing or wrong, where the code is served or some of it is given
 */
function brandIn(
  given: Readonly<Record<string, string | undefined>>,
  { DEMONSTRATION, FUNCTIONS_EMULATOR, K_SERVICE }: Variables,
): Brand | null {
  if (namesBrand(given)) return brandOf(given);
  if (DEMONSTRATION === 'true' || FUNCTIONS_EMULATOR === 'true') return DEMONSTRATION_BRAND;
  return K_SERVICE === undefined ? null : brandOf(given);
}

/**
 * The server's settings.
 * @param given environment variables; empty ones count as not set.
 * @throws Error that names the variable that is wrong.
 */
export function parseEnvironment(given: Readonly<Record<string, string | undefined>>) {
  const set = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== ''));
  const parsed = variables.safeParse(set);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    throw new Error(
      `Environment variable ${issue?.path[0]?.toString() ?? ''} is wrong: ${issue?.message ?? ''}`,
    );
  }
  const { MARKET_DATA, CANDLES_DIR, PAIRS, ...rest } = parsed.data;
  const marketData = MARKET_DATA ?? (CANDLES_DIR === undefined ? 'simulated' : 'replay');
  if (marketData === 'replay' && CANDLES_DIR === undefined)
    throw new Error('Environment variable CANDLES_DIR is missing: replay needs candle files');
  const inEmulator = rest.FUNCTIONS_EMULATOR === 'true';
  if (rest.LIMITS_FACTOR !== undefined && !inEmulator)
    throw new Error('Environment variable LIMITS_FACTOR is only for emulators');
  const perDay =
    rest.TWELVEDATA_CREDITS_PER_DAY === 'unlimited' ? null : rest.TWELVEDATA_CREDITS_PER_DAY;
  return {
    marketData,
    candlesDir: CANDLES_DIR ?? null,
    pairs: PAIRS ?? null,
    isDemonstration: rest.DEMONSTRATION === 'true',
    twelveData: {
      url: rest.TWELVEDATA_URL,
      key: rest.TWELVEDATA_KEY ?? null,
      plan: { perMinute: rest.TWELVEDATA_CREDITS_PER_MINUTE, perDay },
    },
    siteUrl: rest.SITE_URL,
    /** Whom mails and authenticators name. */
    brand: brandIn(set, parsed.data),
    webApiKey: rest.WEB_API_KEY,
    secretsKey: rest.SECRETS_KEY ?? null,
    mailKey: rest.MAIL_KEY ?? null,
    pushKey: rest.PUSH_KEY ?? null,
    pseudonymKey: rest.PSEUDONYM_KEY ?? null,
    limitsKey: rest.LIMITS_KEY ?? null,
    passwordPepper: rest.PASSWORD_PEPPER ?? null,
    factorKey: rest.FACTOR_KEY ?? null,
    demandsFactor: rest.STAFF_SECOND_FACTOR === '1',
    smtpUrl: rest.SMTP_URL ?? null,
    mailFrom: rest.MAIL_FROM,
    vapidPublicKey: rest.VAPID_PUBLIC_KEY ?? null,
    vapidPrivateKey: rest.VAPID_PRIVATE_KEY ?? null,
    timeAuthorityUrl: rest.TIME_AUTHORITY_URL ?? null,
    limitsFactor: rest.LIMITS_FACTOR ?? 1,
    /** True on the local stack, and nowhere else. */
    inEmulator,
    /** `host:port` of the Auth emulator, null in production. */
    authEmulatorHost: rest.FIREBASE_AUTH_EMULATOR_HOST ?? null,
  };
}
export type Environment = ReturnType<typeof parseEnvironment>;

/** The settings of this process. */
export const environment: Environment = parseEnvironment(process.env);

/**
 * A setting that only some functions are given.
 * @throws Error that names the variable where it is missing
 */
export function required<T>(value: T | null, variable: string): T {
  if (value === null) throw new Error(`Environment variable ${variable} is missing`);
  return value;
}
