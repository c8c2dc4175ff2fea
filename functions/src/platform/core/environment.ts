import {
  type Brand,
  parseBrand,
  DEMONSTRATION_BRAND,
  namesBrand,
} from '@quantalgo/contracts/core/brand';
import { pairSchema } from '@quantalgo/contracts/market/pairs';
import { sourceSchema } from '@quantalgo/contracts/signals/signal';
import * as z from 'zod/mini';
import { CHALLENGE_BITS } from '../../domain/core/limits';
import { peppersIn } from './secrets';

const pairList = z.pipe(
  z.pipe(
    z.string(),
    z.transform((text) => text.split(',').map((pair) => pair.trim())),
  ),
  z.array(pairSchema),
);

/** A text that is parsed by a function which throws where it is wrong. */
const readBy = <T>(parse: (text: string) => T) =>
  z.pipe(
    z.string(),
    z.transform((text, context) => {
      try {
        return parse(text);
      } catch (error) {
        // Without the text, which may be a secret.
        context.issues.push({ code: 'custom', message: String(error), input: undefined });
        return z.NEVER;
      }
    }),
  );

/** Links, allowed origins and the bot's address are made by appending to it, or compare with it. */
const origin = z
  .string()
  .check(
    z.refine(
      (text) => URL.canParse(text) && new URL(text).origin === text,
      'not an origin: https://domain, without a slash at its end',
    ),
  );

/** Text of a secret that is not used: every secret must have one to be deployed. */
const OFF = 'off';

const secretOrOff = <T extends z.ZodMiniType>(schema: T) =>
  z.optional(z.union([z.literal(OFF), schema]));

/** The id of a private channel on Telegram. */
const channelId = z.optional(
  z.string().check(z.regex(/^-100\d{5,20}$/, 'not the id of a channel')),
);

/** One of our keys, as `openssl rand` makes them. */
const key = z.optional(z.string().check(z.minLength(32, 'at least 32 characters')));

const credits = z.coerce.number().check(z.int(), z.gte(1));

const variables = z.object({
  /** Source of prices; the default is replay where candle files are given, otherwise simulated. */
  MARKET_DATA: z.optional(sourceSchema),
  /** Declares this site's record a demonstration: prices may then be simulated or replayed. */
  DEMONSTRATION: z.optional(z.enum(['true', 'false'])),
  /** Folder of candle files, for replay. */
  CANDLES_DIR: z.optional(z.string()),
  /** Pairs that signals are given for, separated by commas; by default all of the market's pairs. */
  PAIRS: z.optional(pairList),
  /** Secret: the API key of Twelve Data. */
  TWELVEDATA_KEY: z.optional(z.string()),
  TWELVEDATA_URL: z._default(z.url(), 'https://api.twelvedata.com'),
  /** The plan's credits; the daily ones may be unlimited. */
  TWELVEDATA_CREDITS_PER_MINUTE: z._default(credits, 8),
  TWELVEDATA_CREDITS_PER_DAY: z._default(z.union([z.literal('unlimited'), credits]), 800),
  /** Origin of the site. */
  SITE_URL: z._default(origin, 'http://127.0.0.1:5050'),
  /** The web app's API key for Identity Toolkit; the emulator accepts any. */
  WEB_API_KEY: z._default(z.string(), 'demo'),
  /** Secret: hashes codes and tokens in the API. Like each of these keys it has 32 characters or more. */
  SECRETS_KEY: key,
  /** Secret: seals the secret parameters of queued mails. */
  MAIL_KEY: key,
  /** Secret: authenticates the receipts of pushes. */
  PUSH_KEY: key,
  /** Secret: derives the pseudonyms of erased members. */
  PSEUDONYM_KEY: key,
  /** Secret: hashes the addresses, uids and origins of limits. */
  LIMITS_KEY: key,
  /** Secret: the key that signs the log's checkpoints is derived from it. It can't be replaced without being seen. */
  LOG_KEY: key,
  /** Secret: peppers of passwords, `<version>:<32 characters or more>`, newest first, separated by spaces. */
  PASSWORD_PEPPER: z.optional(readBy(peppersIn)),
  /** Secret: seals and hashes the second factors of staff. */
  FACTOR_KEY: key,
  /** Whether staff must show a second factor; 0 is for demonstrations. Staff who set one up must show it anyway. */
  STAFF_SECOND_FACTOR: z._default(z.enum(['0', '1']), '1'),
  /** Secret: the mail server, smtp:// or smtps://. */
  SMTP_URL: z.optional(
    z.url({ protocol: /^smtps?$/, hostname: /./, error: 'not smtp:// or smtps:// with a host' }),
  ),
  /** Mails per second that the mail server accepts. */
  MAIL_PER_SECOND: z._default(z.coerce.number().check(z.gt(0)), 5),
  /** Sender of all mails. */
  MAIL_FROM: z._default(z.string(), 'QuantAlgo <no-reply@quantalgo.test>'),
  /** The site's key pair for push (VAPID), base64url; without it no push is sent. The private key is a secret. */
  VAPID_PUBLIC_KEY: z.optional(z.string().check(z.regex(/^B[A-P][\w-]{85}$/, 'not a public key'))),
  VAPID_PRIVATE_KEY: z.optional(z.string().check(z.regex(/^[\w-]{43}$/, 'not a private key'))),
  /** Secrets: the token of the bot, and what Telegram shows when it calls; `off` on a site without a bot. */
  TELEGRAM_BOT_TOKEN: secretOrOff(
    z.string().check(z.regex(/^\d+:[\w-]{20,}$/, 'not the token of a bot')),
  ),
  TELEGRAM_WEBHOOK_SECRET: secretOrOff(
    z.string().check(z.regex(/^[\w-]{32,256}$/, 'not 32 to 256 letters, digits, _ and -')),
  ),
  /** The private channels whose administrator the bot is; without both, nothing is posted. */
  TELEGRAM_STARTER_CHANNEL: channelId,
  TELEGRAM_ESSENTIAL_CHANNEL: channelId,
  TELEGRAM_API_URL: z._default(z.url(), 'https://api.telegram.org'),
  /** Time-stamp authority for each slot's checkpoint, by RFC 3161, and a second one beside it. */
  TIME_AUTHORITY_URL: z.optional(z.url()),
  SECOND_TIME_AUTHORITY_URL: z.optional(z.url()),
  /** Zero bits of the challenge that mails cost once half of the site's are used. */
  CHALLENGE_BITS: z._default(z.coerce.number().check(z.int(), z.gte(8), z.lte(22)), CHALLENGE_BITS),
  /** Factor for the limits of calls; allowed only on emulators. */
  LIMITS_FACTOR: z.optional(z.coerce.number().check(z.gte(1))),
  FUNCTIONS_EMULATOR: z.optional(z.string()),
  FIREBASE_AUTH_EMULATOR_HOST: z.optional(z.string()),
  /** The project's id; the emulators set it, too. */
  GCLOUD_PROJECT: z.optional(z.string()),
  /** Set only on Cloud Run. */
  K_SERVICE: z.optional(z.string()),
});

type Variables = z.infer<typeof variables>;

/**
 * The deployment's brand. Null where none is set and nothing is served: the CLI loads the code without its settings.
 * @throws Error that names the missing or wrong setting, where the code is served or part of a brand is set
 */
function brandIn(
  given: Readonly<Record<string, string | undefined>>,
  { DEMONSTRATION, FUNCTIONS_EMULATOR, K_SERVICE }: Variables,
): Brand | null {
  if (namesBrand(given)) return parseBrand(given);
  if (DEMONSTRATION === 'true' || FUNCTIONS_EMULATOR === 'true') return DEMONSTRATION_BRAND;
  return K_SERVICE === undefined ? null : parseBrand(given);
}

/** Where prices come from. @throws Error where candle files are to be replayed that aren't named */
function marketIn(given: Variables) {
  const candlesDir = given.CANDLES_DIR ?? null;
  const marketData = given.MARKET_DATA ?? (candlesDir === null ? 'simulated' : 'replay');
  if (marketData === 'replay' && candlesDir === null)
    throw new Error('Environment variable CANDLES_DIR is missing: replay needs candle files');
  const perDay = given.TWELVEDATA_CREDITS_PER_DAY;
  return {
    marketData,
    candlesDir,
    twelveData: {
      url: given.TWELVEDATA_URL,
      key: given.TWELVEDATA_KEY ?? null,
      plan: {
        perMinute: given.TWELVEDATA_CREDITS_PER_MINUTE,
        perDay: perDay === 'unlimited' ? null : perDay,
      },
    },
  };
}

const unlessOff = (secret: string | undefined): string | null =>
  secret === undefined || secret === OFF ? null : secret;

/** The channels on Telegram; null on a site without. Token and secret are null in functions that aren't given them. */
function telegramIn(given: Variables) {
  const { TELEGRAM_STARTER_CHANNEL: starter, TELEGRAM_ESSENTIAL_CHANNEL: essential } = given;
  if (starter === undefined && essential === undefined) return null;
  if (starter === undefined || essential === undefined || starter === essential)
    throw new Error(
      'Environment variable TELEGRAM_STARTER_CHANNEL is wrong: there are two channels, or none',
    );
  return {
    channels: { starter, essential },
    apiUrl: given.TELEGRAM_API_URL,
    token: unlessOff(given.TELEGRAM_BOT_TOKEN),
    webhookSecret: unlessOff(given.TELEGRAM_WEBHOOK_SECRET),
  };
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
  const rest = parsed.data;
  const market = marketIn(rest);
  const inEmulator = rest.FUNCTIONS_EMULATOR === 'true';
  if (rest.LIMITS_FACTOR !== undefined && !inEmulator)
    throw new Error('Environment variable LIMITS_FACTOR is only for emulators');
  return {
    ...market,
    pairs: rest.PAIRS ?? null,
    isDemonstration: rest.DEMONSTRATION === 'true',
    siteUrl: rest.SITE_URL,
    /** The brand that mails and authenticators show. */
    brand: brandIn(set, rest),
    webApiKey: rest.WEB_API_KEY,
    secretsKey: rest.SECRETS_KEY ?? null,
    mailKey: rest.MAIL_KEY ?? null,
    pushKey: rest.PUSH_KEY ?? null,
    pseudonymKey: rest.PSEUDONYM_KEY ?? null,
    limitsKey: rest.LIMITS_KEY ?? null,
    logKey: rest.LOG_KEY ?? null,
    passwordPepper: rest.PASSWORD_PEPPER ?? null,
    factorKey: rest.FACTOR_KEY ?? null,
    demandsFactor: rest.STAFF_SECOND_FACTOR === '1',
    smtpUrl: rest.SMTP_URL ?? null,
    mailFrom: rest.MAIL_FROM,
    mailPerSecond: rest.MAIL_PER_SECOND,
    vapidPublicKey: rest.VAPID_PUBLIC_KEY ?? null,
    vapidPrivateKey: rest.VAPID_PRIVATE_KEY ?? null,
    telegram: telegramIn(rest),
    timeAuthorityUrls: [rest.TIME_AUTHORITY_URL, rest.SECOND_TIME_AUTHORITY_URL].filter(
      (url) => url !== undefined,
    ),
    challengeBits: rest.CHALLENGE_BITS,
    limitsFactor: rest.LIMITS_FACTOR ?? 1,
    /** The project's id where the code is deployed; null on the local stack. */
    liveProject: inEmulator ? null : (rest.GCLOUD_PROJECT ?? null),
    /** True only on the local stack. */
    inEmulator,
    /** `host:port` of the Auth emulator, null in production. */
    authEmulatorHost: rest.FIREBASE_AUTH_EMULATOR_HOST ?? null,
  };
}
export type Environment = ReturnType<typeof parseEnvironment>;

/** The settings of this process. */
export const environment: Environment = parseEnvironment(process.env);

/**
 * A setting that only some functions get.
 * @throws Error that names the variable where it is missing
 */
export function required<T>(value: T | null, variable: string): T {
  if (value === null) throw new Error(`Environment variable ${variable} is missing`);
  return value;
}
