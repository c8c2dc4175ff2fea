import type { Pair } from '@quantalgo/contracts/market/pairs';
import type { Source } from '@quantalgo/contracts/signals/signal';
import type { Auth } from 'firebase-admin/auth';
import type { Firestore } from 'firebase-admin/firestore';
import type { ExchangeCustomToken } from '../../platform/auth/identityToolkit';
import type { Hashing } from '../../platform/auth/hashing';
import type { Passwords } from '../../platform/auth/passwords';
import type { WeekCounter } from '../../platform/console/weekCounter';
import type { Clock } from '../../platform/core/clock';
import type { Log } from '../../platform/core/log';
import type { Bucket } from '../../platform/core/firebase';
import type { Limiter } from '../../platform/core/rateLimiter';
import type { Digester, Sealer, Secrets } from '../../platform/core/secrets';
import type { PostbackNames } from '../../domain/broker/postbackNames';
import type { ChannelName } from '../../domain/telegram/telegram';

export interface PushSettings {
  /** Null if this site doesn't send push notifications. */
  readonly publicKey: string | null;
  readonly pairs: readonly Pair[];
  readonly local: boolean;
}

export interface ApiDeps {
  readonly firestore: Firestore;
  readonly auth: Auth;
  readonly bucket: Bucket;
  readonly hashing: Hashing;
  readonly exchangeToken: ExchangeCustomToken;
  readonly limiter: Limiter;
  readonly weekCounter: WeekCounter;
  readonly secrets: Digester;
  readonly mailSecrets: Sealer;
  readonly pushSecrets: Digester;
  readonly pseudonymSecrets: Digester;
  readonly factorSecrets: Secrets;
  readonly issuer: string;
  readonly requiresFactor: boolean;
  /** Leading zero bits that a challenge requires. Each one doubles a device's work. */
  readonly challengeBits: number;
  readonly clock: Clock;
  readonly log: Log;
  readonly source: Source;
  readonly push: PushSettings;
  /** Null on a site without a bot, and in functions that don't get its secrets. */
  readonly telegram: TelegramSettings | null;
  /** Where members link their chat. Null on a site without a bot. */
  readonly telegramBot: string | null;
  /** Null if the broker sends no postbacks. */
  readonly postbacks: PostbackSettings | null;
  /** False on emulators, where callers can forge the headers with their IP address. */
  readonly behindPlatform: boolean;
}

export interface ApiInput extends Omit<ApiDeps, 'hashing' | 'challengeBits' | 'weekCounter'> {
  readonly passwords: Passwords;
  readonly challengeBits?: number;
}

export interface PostbackSettings {
  readonly secret: string;
  readonly names: PostbackNames;
}

export interface TelegramSettings {
  readonly token: string;
  readonly apiUrl: string;
  readonly webhookSecret: string;
  /** `https://t.me/<handle>` */
  readonly bot: string;
  readonly channels: Readonly<Record<ChannelName, string>>;
  readonly siteUrl: string;
}
