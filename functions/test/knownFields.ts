import { Timestamp } from 'firebase-admin/firestore';

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !(value instanceof Timestamp);

/**
 * Paths of the fields that a schema drops.
 * @param parsed the schema's output for `value`
 */
export function listDropped(value: unknown, parsed: unknown, path = ''): string[] {
  // A parsed value that isn't an object is a transform's result, such as a time.
  if (!isRecord(value) || !isRecord(parsed)) return [];
  return Object.entries(value).flatMap(([key, field]) =>
    key in parsed ? listDropped(field, parsed[key], `${path}.${key}`) : [`${path}.${key}`],
  );
}

/** `value` without the fields that a schema drops. */
export function removeDropped(value: unknown, parsed: unknown): unknown {
  if (Array.isArray(value) && Array.isArray(parsed))
    return value.map((item: unknown, index) => removeDropped(item, parsed[index]));
  if (!isRecord(value) || !isRecord(parsed)) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key]) => key in parsed)
      .map(([key, field]) => [key, removeDropped(field, parsed[key])]),
  );
}
