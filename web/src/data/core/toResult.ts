import type { Result } from './useForm';

/** Builds a zod-like result for values that a function parses instead of a schema. */
export const toResult = <D>(
  data: D | null | undefined,
  problems: Readonly<Partial<Record<string, string>>>,
): Result<D> => {
  const issues = Object.entries(problems).flatMap(([name, message]) =>
    message === undefined ? [] : [{ path: [name], message }],
  );
  return data === null || data === undefined
    ? { success: false, error: { issues } }
    : { success: true, data };
};
