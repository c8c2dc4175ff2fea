import type * as z from 'zod/mini';

export type RawSettings = Readonly<Record<string, string | undefined>>;

/** Empty settings count as missing. Each problem starts with the name of its setting. */
export function parseSettings<T>(
  schema: z.ZodMiniType<T>,
  input: RawSettings,
): { readonly data: T } | { readonly problems: readonly string[] } {
  const values = Object.fromEntries(Object.entries(input).filter(([, value]) => value !== ''));
  const parsed = schema.safeParse(values);
  if (parsed.success) return { data: parsed.data };
  const problems = parsed.error.issues.map(({ path: [key = ''], message }) => {
    const setting = String(key);
    return `${setting} ${values[setting] === undefined ? 'is missing' : message}`;
  });
  return { problems };
}
