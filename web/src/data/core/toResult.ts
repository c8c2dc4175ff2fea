import type { Result } from './useForm';

/** For what is read by a function instead of a zod schema. */
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
