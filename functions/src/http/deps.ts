import type { Source } from '@quantalgo/contracts';
import type { Auth } from 'firebase-admin/auth';
import type { Firestore } from 'firebase-admin/firestore';
import type { PasswordSignIn } from '../platform/accounts/passwordSignIn';
import type { Clock } from '../platform/clock';

/** Structured log, as Cloud Logging reads it. No personal data goes in. */
export interface Log {
  info(message: string, fields: Readonly<Record<string, unknown>>): void;
  error(message: string, fields: Readonly<Record<string, unknown>>): void;
}

/** All that the API reaches beyond itself. */
export interface ApiDeps {
  readonly firestore: Firestore;
  readonly auth: Auth;
  readonly signIn: PasswordSignIn;
  readonly clock: Clock;
  readonly log: Log;
  /** Where the prices come from that this server publishes on. */
  readonly source: Source;
}
