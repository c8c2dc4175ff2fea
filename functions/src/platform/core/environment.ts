import {
  type Brand,
  parseBrand,
  DEMONSTRATION_BRAND,
  hasBrandSettings,
} from '@quantalgo/contracts/core/brand';
import { pairSchema } from '@quantalgo/contracts/market/pairs';
import { sourceSchema } from '@quantalgo/contracts/signals/signal';
import * as z from 'zod/mini';
import { parsePostbackNames, POSTBACK_PRESETS } from '../../domain/broker/postbackNames';
import { CHALLENGE_BITS } from '../../domain/core/limits';
import { parsePeppers } from './secrets';

const pairListSchema = z.pipe(
  z.pipe(
    z.string(),
    z.transform((text) => text.split(',').map((pair) => pair.trim())),
  ),
  z.array(pairSchema),
);

const parseWith = <T>(parse: (text: string) => T) =>
  z.pipe(
    z.string(),
    z.transform((text, context) => {
      try {
        return parse(text);
      } catch (error) {
        // Omits the text, which may be a secret.
        context.issues.push({ code: 'custom', message: String(error), input: undefined });
        return z.NEVER;
      }
    }),
  );

/** Must be exact, because links are built from it and origins are compared with it. */
const originSchema = z
  .string()
  .check(
    z.refine(
      (text) => URL.canParse(text) && new URL(text).origin === text,
      'not an origin like https://domain, without a trailing slash',
    ),
  );

/** Value of an unused secret, because deployment requires a value for every secret. */
const UNUSED_SECRET = 'off';

const createSecretSchema = <T extends z.ZodMiniType>(schema: T) =>
  z.optional(z.union([z.literal(UNUSED_SECRET), schema]));

const channelIdSchema = z.optional(z.string().check(z.regex(/^-100\d{5,20}$/, 'not a channel id')));

/** As created by `openssl rand`. */
const keySchema = z.optional(z.string().check(z.minLength(32, 'must have at least 32 characters')));

const creditsSchema = z.coerce.number().check(z.int(), z.gte(1));

const variablesSchema = z.object({
  /** Defaults to replay if there are candle files, otherwise to simulated. */
  MARKET_DATA: z.optional(sourceSchema),
  /** `true` declares the record a demonstration, whose prices may be simulated or replayed. */
  DEMONSTRATION: z.optional(z.enum(['true', 'false'])),
  CANDLES_DIR: z.optional(z.string()),
  /** Comma-separated; default: all of the market's pairs. */
  PAIRS: z.optional(pairListSchema),
  TWELVEDATA_KEY: z.optional(z.string()),
  TWELVEDATA_URL: z._default(z.url(), 'https://api.twelvedata.com'),
  TWELVEDATA_CREDITS_PER_MINUTE: z._default(creditsSchema, 8),
  TWELVEDATA_CREDITS_PER_DAY: z._default(z.union([z.literal('unlimited'), creditsSchema]), 800),
  SITE_URL: z._default(originSchema, 'http://127.0.0.1:5050'),
  /** For Identity Toolkit; the emulator accepts any. */
  WEB_API_KEY: z._default(z.string(), 'demo'),
  /** Secret: hashes codes and tokens in the API. */
  SECRETS_KEY: keySchema,
  /** Secret: seals the secret parameters of queued emails. */
  MAIL_KEY: keySchema,
  /** Secret: authenticates push receipts. */
  PUSH_KEY: keySchema,
  /** Secret: derives the pseudonyms of erased members. */
  PSEUDONYM_KEY: keySchema,
  /** Secret: hashes the addresses, uids and origins of limits. */
  LIMITS_KEY: keySchema,
  /**
   * Secret: derives the key that signs the log's checkpoints. Replacing it is visible to the
   * public.
   */
  LOG_KEY: keySchema,
  /** Secret: `<version>:<32 characters or more>`, newest first, separated by spaces. */
  PASSWORD_PEPPER: z.optional(parseWith(parsePeppers)),
  /** Secret: seals and hashes the second factors of staff. */
  FACTOR_KEY: keySchema,
  /** 0 is for demonstrations. Staff who have a second factor must still use it. */
  STAFF_SECOND_FACTOR: z._default(z.enum(['0', '1']), '1'),
  /** Secret: smtp:// or smtps://. */
  SMTP_URL: z.optional(
    z.url({
      protocol: /^smtps?$/,
      hostname: /./,
      error: 'must be an smtp:// or smtps:// URL with a host',
    }),
  ),
  MAIL_PER_SECOND: z._default(z.coerce.number().check(z.gt(0)), 5),
  MAIL_FROM: z._default(z.string(), 'QuantAlgo <no-reply@quantalgo.test>'),
  /** VAPID, base64url; without it no push is sent. The private key is a secret. */
  VAPID_PUBLIC_KEY: z.optional(z.string().check(z.regex(/^B[A-P][\w-]{85}$/, 'not a public key'))),
  VAPID_PRIVATE_KEY: z.optional(z.string().check(z.regex(/^[\w-]{43}$/, 'not a private key'))),
  /** Secrets; `off` on a site without a bot. */
  TELEGRAM_BOT_TOKEN: createSecretSchema(
    z.string().check(z.regex(/^\d+:[\w-]{20,}$/, 'not a bot token')),
  ),
  TELEGRAM_WEBHOOK_SECRET: createSecretSchema(
    z.string().check(z.regex(/^[\w-]{32,256}$/, 'must be 32 to 256 letters, digits, _ or -')),
  ),
  /** Private channels that the bot administers; nothing is posted without both. */
  TELEGRAM_STARTER_CHANNEL: channelIdSchema,
  TELEGRAM_ESSENTIAL_CHANNEL: channelIdSchema,
  TELEGRAM_API_URL: z._default(z.url(), 'https://api.telegram.org'),
  /** Secret, part of the postback address; `off` if the broker sends no postbacks. */
  BROKER_POSTBACK_SECRET: createSecretSchema(
    z.string().check(z.regex(/^[\w-]{32,128}$/, 'must be 32 to 128 letters, digits, _ or -')),
  ),
  /** Names of the programme's parameters: a preset, then overrides. */
  BROKER_POSTBACK_NAMES: z._default(parseWith(parsePostbackNames), POSTBACK_PRESETS.pocketOption),
  TIME_AUTHORITY_URL: z.optional(z.url()),
  SECOND_TIME_AUTHORITY_URL: z.optional(z.url()),
  /** Leading zero bits of challenges once half of the site's email limit is used. */
  CHALLENGE_BITS: z._default(z.coerce.number().check(z.int(), z.gte(8), z.lte(22)), CHALLENGE_BITS),
  LIMITS_FACTOR: z.optional(z.coerce.number().check(z.gte(1))),
  FUNCTIONS_EMULATOR: z.optional(z.string()),
  FIREBASE_AUTH_EMULATOR_HOST: z.optional(z.string()),
  GCLOUD_PROJECT: z.optional(z.string()),
  /** Name of the only function that this process runs. Unset while the CLI loads the code. */
  FUNCTION_TARGET: z.optional(z.string()),
  /** Set only on Cloud Run. */
  K_SERVICE: z.optional(z.string()),
});

type Variables = z.infer<typeof variablesSchema>;

/**
 * Null outside Cloud Run if none is set, because the CLI loads the code without settings.
 * @throws Error that names the missing or wrong setting
 */
function parseBrandSettings(
  settings: Readonly<Record<string, string | undefined>>,
  { DEMONSTRATION, FUNCTIONS_EMULATOR, K_SERVICE }: Variables,
): Brand | null {
  if (hasBrandSettings(settings)) return parseBrand(settings);
  if (DEMONSTRATION === 'true' || FUNCTIONS_EMULATOR === 'true') return DEMONSTRATION_BRAND;
  return K_SERVICE === undefined ? null : parseBrand(settings);
}

function parseMarketSettings(settings: Variables) {
  const candlesDir = settings.CANDLES_DIR ?? null;
  const marketData = settings.MARKET_DATA ?? (candlesDir === null ? 'simulated' : 'replay');
  if (marketData === 'replay' && candlesDir === null)
    throw new Error('Environment variable CANDLES_DIR is missing. Replay needs candle files.');
  const perDay = settings.TWELVEDATA_CREDITS_PER_DAY;
  return {
    marketData,
    candlesDir,
    twelveData: {
      url: settings.TWELVEDATA_URL,
      key: settings.TWELVEDATA_KEY ?? null,
      plan: {
        perMinute: settings.TWELVEDATA_CREDITS_PER_MINUTE,
        perDay: perDay === 'unlimited' ? null : perDay,
      },
    },
  };
}

const toSecret = (secret: string | undefined): string | null =>
  secret === undefined || secret === UNUSED_SECRET ? null : secret;

/** Null on a site without channels. Token and secret are null in functions that don't get them. */
function parseTelegramSettings(settings: Variables) {
  const { TELEGRAM_STARTER_CHANNEL: starter, TELEGRAM_ESSENTIAL_CHANNEL: essential } = settings;
  if (starter === undefined && essential === undefined) return null;
  if (starter === undefined || essential === undefined || starter === essential)
    throw new Error(
      'Environment variable TELEGRAM_STARTER_CHANNEL is invalid: set two different channels or none',
    );
  return {
    channels: { starter, essential },
    apiUrl: settings.TELEGRAM_API_URL,
    token: toSecret(settings.TELEGRAM_BOT_TOKEN),
    webhookSecret: toSecret(settings.TELEGRAM_WEBHOOK_SECRET),
  };
}

function parsePostbackSettings(settings: Variables) {
  const secret = toSecret(settings.BROKER_POSTBACK_SECRET);
  return secret === null ? null : { secret, names: settings.BROKER_POSTBACK_NAMES };
}

/** Empty variables count as unset. @throws Error that names the wrong variable */
export function parseEnvironment(settings: Readonly<Record<string, string | undefined>>) {
  const nonEmpty = Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== ''));
  const parsed = variablesSchema.safeParse(nonEmpty);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    throw new Error(
      `Environment variable ${issue?.path[0]?.toString() ?? ''} is invalid: ${issue?.message ?? ''}`,
    );
  }
  const values = parsed.data;
  const market = parseMarketSettings(values);
  const inEmulator = values.FUNCTIONS_EMULATOR === 'true';
  if (values.LIMITS_FACTOR !== undefined && !inEmulator)
    throw new Error('Environment variable LIMITS_FACTOR is only for emulators');
  return {
    ...market,
    pairs: values.PAIRS ?? null,
    isDemonstration: values.DEMONSTRATION === 'true',
    siteUrl: values.SITE_URL,
    brand: parseBrandSettings(nonEmpty, values),
    webApiKey: values.WEB_API_KEY,
    secretsKey: values.SECRETS_KEY ?? null,
    mailKey: values.MAIL_KEY ?? null,
    pushKey: values.PUSH_KEY ?? null,
    pseudonymKey: values.PSEUDONYM_KEY ?? null,
    limitsKey: values.LIMITS_KEY ?? null,
    logKey: values.LOG_KEY ?? null,
    passwordPepper: values.PASSWORD_PEPPER ?? null,
    factorKey: values.FACTOR_KEY ?? null,
    requiresFactor: values.STAFF_SECOND_FACTOR === '1',
    smtpUrl: values.SMTP_URL ?? null,
    mailFrom: values.MAIL_FROM,
    mailPerSecond: values.MAIL_PER_SECOND,
    vapidPublicKey: values.VAPID_PUBLIC_KEY ?? null,
    vapidPrivateKey: values.VAPID_PRIVATE_KEY ?? null,
    telegram: parseTelegramSettings(values),
    /** Null in functions that don't get the secret, and if the broker sends no postbacks. */
    postbacks: parsePostbackSettings(values),
    timeAuthorityUrls: [values.TIME_AUTHORITY_URL, values.SECOND_TIME_AUTHORITY_URL].filter(
      (url) => url !== undefined,
    ),
    functionName: values.FUNCTION_TARGET ?? null,
    challengeBits: values.CHALLENGE_BITS,
    limitsFactor: values.LIMITS_FACTOR ?? 1,
    liveProject: inEmulator ? null : (values.GCLOUD_PROJECT ?? null),
    inEmulator,
    /** `host:port`; null in production. */
    authEmulatorHost: values.FIREBASE_AUTH_EMULATOR_HOST ?? null,
  };
}
export type Environment = ReturnType<typeof parseEnvironment>;

export const environment: Environment = parseEnvironment(process.env);

/** For settings that only some functions get. @throws Error that names the missing variable */
export function requireSetting<T>(value: T | null, variable: string): T {
  if (value === null) throw new Error(`Environment variable ${variable} is missing`);
  return value;
}
