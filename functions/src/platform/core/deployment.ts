import { expr, projectID } from 'firebase-functions/params';

/*
 * Processors: a new project may run 20 vCPU at once in a region, and the platform refuses a function that alone could
 * take more. All ceilings together stay below that; npm run deploy:check holds the sum. A function that has less than a
 * whole processor serves one call at a time.
 */

/** The region of the functions. */
export const REGION = 'europe-west1';

/** What the platform gives 256 MiB by itself. */
const SMALLEST_CPU = 0.17;

/** Secrets: a function gets only those that its options name. */
const ERASURE_KEYS: string[] = ['PSEUDONYM_KEY', 'LIMITS_KEY'];
const TELEGRAM_KEYS: string[] = ['TELEGRAM_BOT_TOKEN', 'TELEGRAM_WEBHOOK_SECRET'];
const API_KEYS: string[] = [
  'SECRETS_KEY',
  'FACTOR_KEY',
  'MAIL_KEY',
  'PUSH_KEY',
  ...TELEGRAM_KEYS,
  ...ERASURE_KEYS,
];
const HASHING_KEYS: string[] = [...API_KEYS, 'PASSWORD_PEPPER'];
const MARKET_KEYS: string[] = ['TWELVEDATA_KEY'];
/** Of the jobs that append to the ledger and its log. */
const RECORD_KEYS: string[] = [...MARKET_KEYS, 'LOG_KEY'];
const PUSH_KEYS: string[] = ['PUSH_KEY', 'VAPID_PRIVATE_KEY'];
const MAIL_KEYS: string[] = ['MAIL_KEY', 'SMTP_URL'];

/**
 * The service account that a group of functions runs as. In full, because firebase-tools passes the short form
 * (`name@`) on to Secret Manager and Cloud Scheduler unchanged, and both refuse it.
 */
const runningAs = (group: string) => ({
  serviceAccount: expr`functions-${group}@${projectID}.iam.gserviceaccount.com`,
});
/** Deploying grants these accounts the queue and the function, by the short form that it expands here. */
const enqueuedBy = (group: string) => ({ invoker: [`functions-${group}@`] });

const AS_API = runningAs('api');
const AS_PASSWORDS = runningAs('passwords');
const AS_SIGNALS = runningAs('signals');
const AS_MAIL = runningAs('mail');
const AS_PUSH = runningAs('push');
const AS_UPLOADS = runningAs('uploads');
const AS_ACCOUNTS = runningAs('accounts');
const AS_HOUSEKEEPING = runningAs('housekeeping');

/** Options of the jobs of every slot: they run on the five-minute marks and are retried while the slot allows it. */
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

/** Options of the publisher: one instance is always warm, because a cold start would take seconds of its slot. */
export const PUBLISHER_OPTIONS = { ...SLOT_JOB_OPTIONS, minInstances: 1 } as const;

/** Options of the daily refit: it reads weeks of candles, and nothing waits for it. */
export const REFIT_OPTIONS = {
  ...SLOT_JOB_OPTIONS,
  schedule: '0 0 * * *',
  cpu: 0.5,
  timeoutSeconds: 300,
  maxRetrySeconds: 600,
  secrets: MARKET_KEYS,
} as const;

/** Options of correcting the record, daily likewise. */
export const CORRECTION_OPTIONS = { ...REFIT_OPTIONS, secrets: RECORD_KEYS } as const;

/** Options of functions triggered by a change of a document or file: Pub/Sub repeats what finds no free instance. */
const TRIGGER_OPTIONS = {
  region: REGION,
  memory: '256MiB',
  cpu: SMALLEST_CPU,
  concurrency: 1,
  timeoutSeconds: 60,
  maxInstances: 1,
  retry: true,
} as const;

/** Options of scheduled functions that no request or slot waits for: one at a time, retried by their next run. */
const BACKGROUND_OPTIONS = {
  region: REGION,
  timeZone: 'UTC',
  memory: '256MiB',
  cpu: SMALLEST_CPU,
  timeoutSeconds: 300,
  concurrency: 1,
  maxInstances: 1,
} as const;

/**
 * Options of functions that run the tasks of their queue. A task is repeated only where it throws: work that its document
 * states for later is a task of its own.
 */
const TASK_OPTIONS = {
  region: REGION,
  memory: '256MiB',
  timeoutSeconds: 60,
  maxInstances: 1,
  retryConfig: { maxAttempts: 10, minBackoffSeconds: 10, maxBackoffSeconds: 600, maxDoublings: 6 },
} as const;

/** Options of the housekeeping functions. */
export const HOUSEKEEPING_OPTIONS = { ...BACKGROUND_OPTIONS, ...AS_HOUSEKEEPING } as const;

/** Options of the function that notes a waiting proof in its member's user document. */
export const WAITING_PROOF_OPTIONS = { ...TRIGGER_OPTIONS, ...AS_HOUSEKEEPING } as const;

/** Options of time-stamping each slot's checkpoint: every minute, so that a slot has several tries. */
export const TIMESTAMP_OPTIONS = {
  ...BACKGROUND_OPTIONS,
  ...AS_SIGNALS,
  schedule: '* * * * *',
} as const;

/** Options of mirroring user documents to Firebase accounts: with each change, and daily. */
export const ACCOUNT_SYNC_OPTIONS = { ...TRIGGER_OPTIONS, ...AS_ACCOUNTS, cpu: 0.5 } as const;
export const ACCOUNT_RECONCILE_OPTIONS = {
  ...BACKGROUND_OPTIONS,
  ...AS_ACCOUNTS,
  schedule: '0 0 * * *',
} as const;

/** Options of erasing the remaining data of deleted accounts. */
export const ERASURE_OPTIONS = {
  ...BACKGROUND_OPTIONS,
  ...AS_ACCOUNTS,
  secrets: ERASURE_KEYS,
} as const;

/** Options of sending a mail at once, if the mail server has room, and otherwise by a task. */
export const MAIL_OPTIONS = {
  ...TRIGGER_OPTIONS,
  ...AS_MAIL,
  cpu: 0.5,
  secrets: MAIL_KEYS,
} as const;

/** Options of the tasks that send mails: one instance, because the mail server limits mails per second. */
export const MAIL_TASK_OPTIONS = {
  ...TASK_OPTIONS,
  ...AS_MAIL,
  ...enqueuedBy('mail'),
  cpu: 1,
  concurrency: 10,
  rateLimits: { maxConcurrentDispatches: 10, maxDispatchesPerSecond: 50 },
  secrets: MAIL_KEYS,
} as const;

/** Options of adding tasks for mails that have none. */
export const MAIL_SWEEP_OPTIONS = {
  ...BACKGROUND_OPTIONS,
  ...AS_MAIL,
  schedule: '*/5 * * * *',
} as const;

/** Options of sending to a member's devices: one push at a time, which may take as long as push services ask for. */
export const PUSH_OPTIONS = {
  ...TRIGGER_OPTIONS,
  ...AS_PUSH,
  memory: '512MiB',
  cpu: 0.5,
  timeoutSeconds: 300,
  secrets: PUSH_KEYS,
} as const;

/** Options of sending signals, independent of other pushes; shards go by tasks. */
export const BROADCAST_OPTIONS = { ...PUSH_OPTIONS, cpu: 1 } as const;

/** Options of the tasks that send shards and resume pushes: two at a time in an instance, as push services take most of the time. */
export const PUSH_TASK_OPTIONS = {
  ...TASK_OPTIONS,
  ...AS_PUSH,
  ...enqueuedBy('push'),
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

/** Options of posting in the channels on Telegram with each beat, of keeping their members, and of reconciling both. */
export const TELEGRAM_OPTIONS = {
  ...TRIGGER_OPTIONS,
  ...AS_PUSH,
  timeoutSeconds: 120,
  secrets: TELEGRAM_KEYS,
} as const;
export const TELEGRAM_RECONCILE_OPTIONS = {
  ...BACKGROUND_OPTIONS,
  ...AS_PUSH,
  schedule: '* * * * *',
  secrets: TELEGRAM_KEYS,
} as const;

/** Options of inspecting an upload: one at a time, because its bytes are held in memory. It gets no secret. */
export const INSPECTION_OPTIONS = {
  ...TRIGGER_OPTIONS,
  ...AS_UPLOADS,
  memory: '512MiB',
  cpu: 0.4,
} as const;

/** Options of inspecting again what the triggers failed at, and of inspecting what they left: one at a time likewise. */
export const INSPECTION_TASK_OPTIONS = {
  ...TASK_OPTIONS,
  ...AS_UPLOADS,
  ...enqueuedBy('uploads'),
  memory: '512MiB',
  cpu: 0.35,
  concurrency: 1,
  rateLimits: { maxConcurrentDispatches: 1, maxDispatchesPerSecond: 5 },
  // An inspection that fails for an hour is given up by its next run. Before the sweep takes it, a task has.
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

/** Options of removing an upload's public link, and of deleting uploads that no submission names. */
export const UNLINK_OPTIONS = { ...TRIGGER_OPTIONS, ...AS_UPLOADS } as const;
export const ORPHAN_REMOVAL_OPTIONS = {
  ...BACKGROUND_OPTIONS,
  ...AS_UPLOADS,
  schedule: '0 0 * * *',
} as const;

/** Options of the API. Pages of other origins can't call it, not even on the emulator. */
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

/**
 * Options of the API's calls that hash a password: an instance takes as many at once as its two queues have places, and
 * some that it refuses at once.
 */
export const PASSWORDS_OPTIONS = {
  ...API_OPTIONS,
  ...AS_PASSWORDS,
  concurrency: 40,
  secrets: HASHING_KEYS,
} as const;
