import { expr, projectID } from 'firebase-functions/params';

/** Where the functions run. */
export const REGION = 'europe-west1';

/** Secrets that functions are given where they name them. */
const ERASURE_KEYS: string[] = ['PSEUDONYM_KEY', 'LIMITS_KEY'];
const API_KEYS: string[] = [
  'SECRETS_KEY',
  'PASSWORD_PEPPER',
  'FACTOR_KEY',
  'MAIL_KEY',
  'PUSH_KEY',
  ...ERASURE_KEYS,
];
const MARKET_KEYS: string[] = ['TWELVEDATA_KEY'];
const PUSH_KEYS: string[] = ['PUSH_KEY', 'VAPID_PRIVATE_KEY'];
const MAIL_KEYS: string[] = ['MAIL_KEY', 'SMTP_URL'];

/**
 * The service account that a group of functions runs as. In full, because firebase-tools hands the short form (`name@`)
 * to Secret Manager and Cloud Scheduler as it is, and both refuse it.
 */
const runningAs = (group: string) => ({
  serviceAccount: expr`functions-${group}@${projectID}.iam.gserviceaccount.com`,
});
const AS_API = runningAs('api');
const AS_SIGNALS = runningAs('signals');
const AS_MAIL = runningAs('mail');
const AS_PUSH = runningAs('push');
const AS_UPLOADS = runningAs('uploads');
const AS_ACCOUNTS = runningAs('accounts');
const AS_HOUSEKEEPING = runningAs('housekeeping');

/** How the scheduled functions run: on the five-minute marks, tried again within the time that a slot leaves them. */
export const SCHEDULED = {
  ...AS_SIGNALS,
  region: REGION,
  schedule: '*/5 * * * *',
  timeZone: 'UTC',
  memory: '512MiB',
  timeoutSeconds: 120,
  concurrency: 1,
  maxInstances: 2,
  retryCount: 3,
  minBackoffSeconds: 5,
  maxBackoffSeconds: 30,
  maxRetrySeconds: 85,
  secrets: MARKET_KEYS,
} as const;

/** How the publisher runs: an instance of it is always warm, as a cold start would take seconds of its slot. */
export const PUBLISHING = { ...SCHEDULED, minInstances: 1 } as const;

/** How the daily refit runs: it reads weeks of candles, and nothing waits for it. */
export const REFITTING = {
  ...SCHEDULED,
  schedule: '0 0 * * *',
  timeoutSeconds: 300,
  maxRetrySeconds: 600,
} as const;

/** How the functions run that a change of a document or file starts. */
const TRIGGERED = {
  region: REGION,
  memory: '256MiB',
  timeoutSeconds: 60,
  maxInstances: 10,
  retry: true,
} as const;

/** How the functions run that no request or slot waits for: one at a time, tried again with their next run. */
const UNHURRIED = {
  region: REGION,
  timeZone: 'UTC',
  memory: '256MiB',
  timeoutSeconds: 300,
  concurrency: 1,
  maxInstances: 1,
} as const;

/** How the functions run that keep the house. */
export const HOUSEKEEPING = { ...UNHURRIED, ...AS_HOUSEKEEPING } as const;

/** How a member's row is told of their proofs. */
export const NOTING = { ...TRIGGERED, ...AS_HOUSEKEEPING } as const;

/** How the ledger's head is time-stamped: hourly. */
export const STAMPING = { ...UNHURRIED, ...AS_SIGNALS, schedule: '0 * * * *' } as const;

/** How accounts follow the records, with each change and daily. */
export const MIRRORING = { ...TRIGGERED, ...AS_ACCOUNTS } as const;
export const RECONCILING = { ...UNHURRIED, ...AS_ACCOUNTS, schedule: '0 0 * * *' } as const;

/** How what is left of a deleted account is removed. */
export const FORGETTING = { ...UNHURRIED, ...AS_ACCOUNTS, secrets: ERASURE_KEYS } as const;

/** How mail is sent as soon as it is queued, and what failed each minute. */
export const MAILING = { ...TRIGGERED, ...AS_MAIL, secrets: MAIL_KEYS } as const;
export const RETRYING = {
  ...UNHURRIED,
  ...AS_MAIL,
  schedule: '* * * * *',
  secrets: MAIL_KEYS,
} as const;

/** How devices are told: one push at a time, which may take as long as a signal can be entered. */
export const PUSHING = {
  ...TRIGGERED,
  ...AS_PUSH,
  memory: '512MiB',
  timeoutSeconds: 300,
  concurrency: 1,
  secrets: PUSH_KEYS,
} as const;
export const PUSHING_ON = {
  ...UNHURRIED,
  ...AS_PUSH,
  schedule: '* * * * *',
  secrets: PUSH_KEYS,
} as const;

/** How the bytes of an upload are looked at: one upload at a time, because they are held in memory. It gets no secret. */
export const INSPECTING = {
  ...TRIGGERED,
  ...AS_UPLOADS,
  memory: '512MiB',
  concurrency: 1,
} as const;

/** How an upload loses its public link, and how those that no call named are removed. */
export const UNLINKING = { ...TRIGGERED, ...AS_UPLOADS } as const;
export const REMOVING_ORPHANS = { ...UNHURRIED, ...AS_UPLOADS, schedule: '0 0 * * *' } as const;

/** How the API runs. No page of another origin may call it, on the emulator neither. */
export const SERVED = {
  ...AS_API,
  region: REGION,
  cors: false,
  memory: '512MiB',
  timeoutSeconds: 30,
  concurrency: 80,
  maxInstances: 20,
  secrets: API_KEYS,
} as const;
