/** Where the functions run. */
export const REGION = 'europe-west1';

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
} as const;

/** How the functions run that a change of a document starts. */
export const TRIGGERED = {
  region: REGION,
  memory: '256MiB',
  timeoutSeconds: 60,
  maxInstances: 10,
  retry: true,
} as const;

/** How the API runs. No page of another origin may call it, on the emulator neither. */
export const SERVED = {
  region: REGION,
  cors: false,
  memory: '512MiB',
  timeoutSeconds: 30,
  concurrency: 80,
  maxInstances: 20,
} as const;
