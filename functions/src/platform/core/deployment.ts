/** Where the functions run. */
export const REGION = 'europe-west1';

/** Secrets that functions are given where they name them. */
const KEYS: string[] = ['SECRETS_KEY'];
const API_KEYS: string[] = ['SECRETS_KEY', 'PASSWORD_PEPPER', 'FACTOR_KEY'];
const MARKET_KEYS: string[] = ['TWELVEDATA_KEY'];
const PUSH_KEYS: string[] = ['SECRETS_KEY', 'VAPID_PRIVATE_KEY'];
const MAIL_KEYS: string[] = ['SECRETS_KEY', 'SMTP_URL'];

/** How the scheduled functions run: on the five-minute marks, tried again within the time that a slot leaves them. */
export const SCHEDULED = {
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

/** How the functions run that a change of a document starts. */
export const TRIGGERED = {
  region: REGION,
  memory: '256MiB',
  timeoutSeconds: 60,
  maxInstances: 10,
  retry: true,
} as const;

/** How the functions run that keep the house: rarely, one at a time, tried again with their next run. */
export const HOUSEKEEPING = {
  region: REGION,
  timeZone: 'UTC',
  memory: '256MiB',
  timeoutSeconds: 300,
  concurrency: 1,
  maxInstances: 1,
} as const;

/** How what is left of a deleted account is removed. */
export const FORGETTING = { ...HOUSEKEEPING, secrets: KEYS } as const;

/** How mail is sent as soon as it is queued, and what failed each minute. */
export const MAILING = { ...TRIGGERED, secrets: MAIL_KEYS } as const;
export const RETRYING = { ...HOUSEKEEPING, schedule: '* * * * *', secrets: MAIL_KEYS } as const;

/** How devices are told: one push at a time, which may take as long as a signal can be entered. */
export const PUSHING = {
  ...TRIGGERED,
  memory: '512MiB',
  timeoutSeconds: 300,
  concurrency: 1,
  secrets: PUSH_KEYS,
} as const;
export const PUSHING_ON = { ...HOUSEKEEPING, schedule: '* * * * *', secrets: PUSH_KEYS } as const;

/** How the bytes of an upload are looked at: one upload at a time, because they are held in memory. */
export const INSPECTING = {
  ...TRIGGERED,
  memory: '512MiB',
  concurrency: 1,
  secrets: KEYS,
} as const;

/** How the API runs. No page of another origin may call it, on the emulator neither. */
export const SERVED = {
  region: REGION,
  cors: false,
  memory: '512MiB',
  timeoutSeconds: 30,
  concurrency: 80,
  maxInstances: 20,
  secrets: API_KEYS,
} as const;
