import { expr, projectID } from 'firebase-functions/params';

/**
 * A new project may run 20 vCPU per region. `npm run deploy:check` verifies that all functions at
 * their maximum stay below that. A function with less than one vCPU serves one call at a time.
 */

export const REGION = 'europe-west1';

const MIN_CPU = 0.17;

/** A function gets only the secrets that its options name. */
const ERASURE_KEYS: string[] = ['PSEUDONYM_KEY', 'LIMITS_KEY'];
const BOT_KEYS: string[] = ['TELEGRAM_BOT_TOKEN'];
const TELEGRAM_KEYS: string[] = [...BOT_KEYS, 'TELEGRAM_WEBHOOK_SECRET'];
const ACCOUNT_KEYS: string[] = ['SECRETS_KEY', 'FACTOR_KEY', 'MAIL_KEY', ...ERASURE_KEYS];
const API_KEYS: string[] = [
  ...ACCOUNT_KEYS,
  'PUSH_KEY',
  'BROKER_POSTBACK_SECRET',
  ...TELEGRAM_KEYS,
];
const HASHING_KEYS: string[] = [...ACCOUNT_KEYS, 'PASSWORD_PEPPER'];
const MARKET_KEYS: string[] = ['TWELVEDATA_KEY'];
const RECORD_KEYS: string[] = [...MARKET_KEYS, 'LOG_KEY'];
const PUSH_KEYS: string[] = ['PUSH_KEY', 'VAPID_PRIVATE_KEY'];
const MAIL_KEYS: string[] = ['MAIL_KEY', 'SMTP_URL'];

/**
 * Written in full, because firebase-tools passes the short form (`name@`) on to Secret Manager and
 * Cloud Scheduler, which refuse it.
 */
const toServiceAccount = (group: string) => ({
  serviceAccount: expr`functions-${group}@${projectID}.iam.gserviceaccount.com`,
});

/** Deployment grants these accounts the queue and the function, and expands the short form. */
const toInvoker = (group: string) => ({ invoker: [`functions-${group}@`] });

const AS_API = toServiceAccount('api');
const AS_PASSWORDS = toServiceAccount('passwords');
const AS_SIGNALS = toServiceAccount('signals');
const AS_MAIL = toServiceAccount('mail');
const AS_PUSH = toServiceAccount('push');
const AS_UPLOADS = toServiceAccount('uploads');
const AS_ACCOUNTS = toServiceAccount('accounts');
const AS_HOUSEKEEPING = toServiceAccount('housekeeping');

export const SLOT_JOB_OPTIONS = {
  ...AS_SIGNALS,
  region: REGION,
  schedule: '*/5 * * * *',
  timeZone: 'UTC',
  memory: '512MiB',
  timeoutSeconds: 120,
  concurrency: 1,
  maxInstances: 1,
  retryCount: 3,
  minBackoffSeconds: 5,
  maxBackoffSeconds: 30,
  maxRetrySeconds: 85,
  secrets: RECORD_KEYS,
} as const;

/** Keeps one instance warm, because a cold start would take seconds of the slot. */
export const PUBLISHER_OPTIONS = { ...SLOT_JOB_OPTIONS, minInstances: 1 } as const;

export const REFIT_OPTIONS = {
  ...SLOT_JOB_OPTIONS,
  schedule: '0 0 * * *',
  cpu: 0.5,
  timeoutSeconds: 300,
  maxRetrySeconds: 600,
  secrets: MARKET_KEYS,
} as const;

export const CORRECTION_OPTIONS = { ...REFIT_OPTIONS, secrets: RECORD_KEYS } as const;

/** Pub/Sub redelivers events that find no free instance. */
const TRIGGER_OPTIONS = {
  region: REGION,
  memory: '256MiB',
  cpu: MIN_CPU,
  concurrency: 1,
  timeoutSeconds: 60,
  maxInstances: 1,
  retry: true,
} as const;

/** No request or slot depends on these jobs. The next run retries failures. */
const BACKGROUND_OPTIONS = {
  region: REGION,
  timeZone: 'UTC',
  memory: '256MiB',
  cpu: MIN_CPU,
  timeoutSeconds: 300,
  concurrency: 1,
  maxInstances: 1,
} as const;

/**
 * A task is retried only if it throws. Work that its document schedules for later is a new task.
 */
const TASK_OPTIONS = {
  region: REGION,
  memory: '256MiB',
  timeoutSeconds: 60,
  maxInstances: 1,
  retryConfig: { maxAttempts: 10, minBackoffSeconds: 10, maxBackoffSeconds: 600, maxDoublings: 6 },
} as const;

export const HOUSEKEEPING_OPTIONS = { ...BACKGROUND_OPTIONS, ...AS_HOUSEKEEPING } as const;

export const WAITING_PROOF_OPTIONS = { ...TRIGGER_OPTIONS, ...AS_HOUSEKEEPING } as const;

export const TIMESTAMP_OPTIONS = {
  ...BACKGROUND_OPTIONS,
  ...AS_SIGNALS,
  schedule: '* * * * *',
} as const;

export const ACCOUNT_SYNC_OPTIONS = { ...TRIGGER_OPTIONS, ...AS_ACCOUNTS, cpu: 0.5 } as const;
export const ACCOUNT_RECONCILE_OPTIONS = {
  ...BACKGROUND_OPTIONS,
  ...AS_ACCOUNTS,
  schedule: '0 0 * * *',
} as const;

export const ERASURE_OPTIONS = {
  ...BACKGROUND_OPTIONS,
  ...AS_ACCOUNTS,
  secrets: ERASURE_KEYS,
} as const;

/** Sends immediately if the rate limit allows it, otherwise by a task. */
export const MAIL_OPTIONS = {
  ...TRIGGER_OPTIONS,
  ...AS_MAIL,
  cpu: 0.5,
  secrets: MAIL_KEYS,
} as const;

/** One instance, because the mail server limits emails per second. */
export const MAIL_TASK_OPTIONS = {
  ...TASK_OPTIONS,
  ...AS_MAIL,
  ...toInvoker('mail'),
  cpu: 1,
  concurrency: 10,
  rateLimits: { maxConcurrentDispatches: 10, maxDispatchesPerSecond: 50 },
  secrets: MAIL_KEYS,
} as const;

export const MAIL_SWEEP_OPTIONS = {
  ...BACKGROUND_OPTIONS,
  ...AS_MAIL,
  schedule: '*/5 * * * *',
} as const;

/** One push at a time. Each of its retries waits for 50 s at most. */
export const PUSH_OPTIONS = {
  ...TRIGGER_OPTIONS,
  ...AS_PUSH,
  memory: '512MiB',
  cpu: 0.5,
  timeoutSeconds: 300,
  secrets: PUSH_KEYS,
} as const;

export const BROADCAST_OPTIONS = { ...PUSH_OPTIONS, cpu: 1 } as const;

/** Two at a time per instance, because most of the time is spent waiting for push services. */
export const PUSH_TASK_OPTIONS = {
  ...TASK_OPTIONS,
  ...AS_PUSH,
  ...toInvoker('push'),
  memory: '512MiB',
  cpu: 1,
  concurrency: 2,
  timeoutSeconds: 300,
  rateLimits: { maxConcurrentDispatches: 2, maxDispatchesPerSecond: 50 },
  secrets: PUSH_KEYS,
} as const;
export const PUSH_RESUME_OPTIONS = {
  ...BACKGROUND_OPTIONS,
  ...AS_PUSH,
  schedule: '* * * * *',
  secrets: PUSH_KEYS,
} as const;

export const TELEGRAM_OPTIONS = {
  ...TRIGGER_OPTIONS,
  ...AS_PUSH,
  timeoutSeconds: 120,
  secrets: BOT_KEYS,
} as const;
export const TELEGRAM_RECONCILE_OPTIONS = {
  ...BACKGROUND_OPTIONS,
  ...AS_PUSH,
  schedule: '* * * * *',
  secrets: TELEGRAM_KEYS,
} as const;

/** One at a time, because an upload's bytes are held in memory. Gets no secret. */
export const INSPECTION_OPTIONS = {
  ...TRIGGER_OPTIONS,
  ...AS_UPLOADS,
  memory: '512MiB',
  cpu: 0.4,
} as const;

export const INSPECTION_TASK_OPTIONS = {
  ...TASK_OPTIONS,
  ...AS_UPLOADS,
  ...toInvoker('uploads'),
  memory: '512MiB',
  cpu: 0.35,
  concurrency: 1,
  rateLimits: { maxConcurrentDispatches: 1, maxDispatchesPerSecond: 5 },
  // Retries for over an hour, so that a task drops a failed inspection before the sweep does.
  retryConfig: {
    maxAttempts: 10,
    maxRetrySeconds: 75 * 60,
    minBackoffSeconds: 20,
    maxBackoffSeconds: 150,
    maxDoublings: 4,
  },
} as const;
export const INSPECTION_SWEEP_OPTIONS = {
  ...BACKGROUND_OPTIONS,
  ...AS_UPLOADS,
  memory: '512MiB',
  cpu: 0.35,
} as const;

export const UNLINK_OPTIONS = { ...TRIGGER_OPTIONS, ...AS_UPLOADS } as const;
export const ORPHAN_REMOVAL_OPTIONS = {
  ...BACKGROUND_OPTIONS,
  ...AS_UPLOADS,
  schedule: '0 0 * * *',
} as const;

/** Pages of other origins can't call it, not even on the emulator. */
export const API_OPTIONS = {
  ...AS_API,
  region: REGION,
  cors: false,
  memory: '512MiB',
  timeoutSeconds: 30,
  concurrency: 80,
  maxInstances: 4,
  secrets: API_KEYS,
} as const;

/** Admits as many calls as the two hashing queues hold, plus some that are refused at once. */
export const PASSWORDS_OPTIONS = {
  ...API_OPTIONS,
  ...AS_PASSWORDS,
  concurrency: 40,
  secrets: HASHING_KEYS,
} as const;
