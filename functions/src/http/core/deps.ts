import type { Pair } from '@quantalgo/contracts/market/pairs';
import type { Source } from '@quantalgo/contracts/signals/signal';
import type { Auth } from 'firebase-admin/auth';
import type { Firestore } from 'firebase-admin/firestore';
import type { CustomTokenSignIn } from '../../platform/auth/identityToolkit';
import type { Hashing } from '../../platform/auth/hashing';
import type { Passwords } from '../../platform/auth/passwords';
import type { Clock } from '../../platform/core/clock';
import type { Bucket } from '../../platform/core/firebase';
import type { Limiter } from '../../platform/core/rateLimiter';
import type { Digester, Sealer, Secrets } from '../../platform/core/secrets';
import type { ChannelName } from '../../domain/telegram/telegram';

/** Structured log for Cloud Logging. It must not contain personal data. */
export interface Log {
  info(message: string, fields: Readonly<Record<string, unknown>>): void;
  error(message: string, fields: Readonly<Record<string, unknown>>): void;
}

/** Settings of push. */
export interface PushSettings {
  /** The public key that browsers subscribe with; null where this site sends no push. */
  readonly publicKey: string | null;
  /** The pairs that signals are given for. */
  readonly pairs: readonly Pair[];
  /** True on the local stack, where a push service on the same machine is allowed. */
  readonly local: boolean;
}

/** The API's dependencies. */
export interface ApiDeps {
  readonly firestore: Firestore;
  readonly auth: Auth;
  readonly bucket: Bucket;
  readonly hashing: Hashing;
  readonly signInWithToken: CustomTokenSignIn;
  readonly limiter: Limiter;
  /** Hashes codes, tokens and device secrets. */
  readonly secrets: Digester;
  /** Seals the secret parameters of mails; only their delivery opens them. */
  readonly mailSecrets: Sealer;
  /** Authenticates the receipts of pushes. */
  readonly pushSecrets: Digester;
  /** Derives the pseudonyms of erased members. */
  readonly pseudonymSecrets: Digester;
  /** Seals and hashes second factors. */
  readonly factorSecrets: Secrets;
  /** The site's name in authenticators. */
  readonly issuer: string;
  /** Whether the site demands a second factor of staff. */
  readonly demandsFactor: boolean;
  /** Zero bits of a challenge: each more doubles a device's work. */
  readonly challengeBits: number;
  readonly clock: Clock;
  readonly log: Log;
  /** The source of the prices that this server's signals are based on. */
  readonly source: Source;
  readonly push: PushSettings;
  /** Null on a site without a bot on Telegram. */
  readonly telegram: TelegramSettings | null;
  /** True behind the platform, which records the caller's address; on emulators such a header can be forged. */
  readonly behindPlatform: boolean;
}

/** What the API is created with. Its handlers hash by their queue only. */
export interface ApiInput extends Omit<ApiDeps, 'hashing' | 'challengeBits'> {
  readonly passwords: Passwords;
  readonly challengeBits?: number;
}

/** The bot as the API needs it. */
export interface TelegramSettings {
  readonly token: string;
  /** Origin of Telegram's API. */
  readonly apiUrl: string;
  /** What Telegram shows with each call. */
  readonly webhookSecret: string;
  /** The bot's address, `https://t.me/<handle>`. */
  readonly bot: string;
  readonly channels: Readonly<Record<ChannelName, string>>;
  /** Origin of the site. */
  readonly siteUrl: string;
}
