import type { Pair, Source } from '@quantalgo/contracts';
import type { Auth } from 'firebase-admin/auth';
import type { Firestore } from 'firebase-admin/firestore';
import type { CustomTokenSignIn } from '../platform/members/identityToolkit';
import type { Passwords } from '../platform/members/passwords';
import type { Clock } from '../platform/core/clock';
import type { Bucket } from '../platform/core/firebase';
import type { Limiter } from '../platform/core/rateLimiter';
import type { Digester, Sealer, Secrets } from '../platform/core/secrets';

/** Structured log, as Cloud Logging reads it. No personal data goes in. */
export interface Log {
  info(message: string, fields: Readonly<Record<string, unknown>>): void;
  error(message: string, fields: Readonly<Record<string, unknown>>): void;
}

/** How devices may be told by push. */
export interface PushSettings {
  /** What subscriptions are made for; null where this site sends no push. */
  readonly publicKey: string | null;
  /** Those that signals are given for. */
  readonly pairs: readonly Pair[];
  /** True where a push service on this very machine will do: on the local stack. */
  readonly local: boolean;
}

/** All that the API reaches beyond itself. */
export interface ApiDeps {
  readonly firestore: Firestore;
  readonly auth: Auth;
  readonly bucket: Bucket;
  readonly passwords: Passwords;
  readonly signInWithToken: CustomTokenSignIn;
  readonly limiter: Limiter;
  /** What codes, tokens and devices are hashed with. */
  readonly secrets: Digester;
  /** What the hidden parameters of mails are sealed with; their delivery alone opens them. */
  readonly mailSecrets: Sealer;
  /** What the receipts of pushes are marked with. */
  readonly pushSecrets: Digester;
  /** What the pseudonyms of erased members are made with. */
  readonly pseudonymSecrets: Digester;
  /** What second factors are sealed and hashed with. */
  readonly factorSecrets: Secrets;
  /** The site as authenticators name it. */
  readonly issuer: string;
  /** Whether the site demands a second factor of staff. */
  readonly demandsFactor: boolean;
  readonly clock: Clock;
  readonly log: Log;
  /** Where the prices come from that this server publishes on. */
  readonly source: Source;
  readonly push: PushSettings;
  /** True where the platform stands before us and notes who calls; on emulators a header says what its sender likes. */
  readonly behindPlatform: boolean;
}
