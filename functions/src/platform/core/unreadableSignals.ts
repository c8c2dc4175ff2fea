import type * as z from 'zod/mini';
import { logger } from './log';

const reportedKeys = new Set<string>();

/** Logs once per instance, because devices poll every few seconds and jobs run every few minutes. */
export function reportUnreadableSignal(id: string, error: z.core.$ZodError, from: string): void {
  const key = `${id} ${from}`;
  if (reportedKeys.has(key)) return;
  reportedKeys.add(key);
  const field = error.issues[0]?.path.join('.');
  logger.error(`Signal left out of ${from}, because it can’t be read`, { id, field });
}
