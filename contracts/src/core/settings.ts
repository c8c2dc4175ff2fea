import type * as z from 'zod/mini';

/** Settings of a project by their names, as a `.env` file holds them. */
export type GivenSettings = Readonly<Record<string, string | undefined>>;

/**
 * Parses a project's settings, of which empty ones count as missing.
 * @returns what the schema makes of them, or what is wrong, each problem by its setting's name
 */
export function parseSettings<T>(
  schema: z.ZodMiniType<T>,
  given: GivenSettings,
): { readonly data: T } | { readonly problems: readonly string[] } {
  const set = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== ''));
  const parsed = schema.safeParse(set);
  if (parsed.success) return { data: parsed.data };
  const problems = parsed.error.issues.map(({ path: [key = ''], message }) => {
    const setting = String(key);
    return `${setting} ${set[setting] === undefined ? 'is missing' : message}`;
  });
  return { problems };
}
