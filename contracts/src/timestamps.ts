import * as z from 'zod/mini';

/** A time in JSON: ISO 8601 in UTC; a number of epoch ms inside the program. */
export const isoTime = z.pipe(
  z.iso.datetime({ error: 'Not an ISO 8601 time in UTC' }),
  z.transform((text) => Date.parse(text)),
);

const hasToMillis = (value: unknown): value is { toMillis(): number } =>
  typeof value === 'object' &&
  value !== null &&
  'toMillis' in value &&
  typeof value.toMillis === 'function';

/** A time in Firestore: a Timestamp of either SDK; a number of epoch ms inside the program. */
export const firestoreTime = z.pipe(
  z.custom<{ toMillis(): number }>(hasToMillis, 'Not a Firestore timestamp'),
  z.transform((timestamp) => timestamp.toMillis()),
);
