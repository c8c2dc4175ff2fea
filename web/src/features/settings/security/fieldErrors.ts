import type * as z from 'zod/mini';

/** The first thing that is wrong with each field that is named first in an issue's path. */
export function fieldErrors(error: z.core.$ZodError | undefined): Readonly<Record<string, string>> {
  const errors: Record<string, string> = {};
  for (const { path, message } of error?.issues ?? []) errors[String(path[0])] ??= message;
  return errors;
}
