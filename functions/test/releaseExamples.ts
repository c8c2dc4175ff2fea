import type { Endpoint } from '@quantalgo/contracts/core/endpoint';
import { endpoints } from '@quantalgo/contracts/allEndpoints';
import { Timestamp } from 'firebase-admin/firestore';
import * as z from 'zod/mini';
import { EVERY_COLLECTION } from '../src/collections/collections';

/** A line of `documents.ndjson`. */
export const documentExample = z.object({ name: z.string(), fields: z.unknown() });

/** A line of `calls.ndjson`. */
export const callExample = z.object({
  name: z.string(),
  method: z.string(),
  path: z.string(),
  query: z.record(z.string(), z.string()),
  body: z.optional(z.unknown()),
  data: z.optional(z.unknown()),
});

export type Example = z.infer<typeof documentExample> | z.infer<typeof callExample>;

export const SCHEMAS: ReadonlyMap<string, z.ZodMiniType> = new Map(
  EVERY_COLLECTION.map(([name, { schema }]) => [name, schema]),
);

export const ENDPOINTS: ReadonlyMap<string, Endpoint> = new Map(Object.entries(endpoints));

const mapFields = (value: object, convert: (field: unknown) => unknown) =>
  Object.fromEntries(Object.entries(value).map(([name, field]) => [name, convert(field)]));

/** Makes JSON of a stored field. */
export function encodeField(value: unknown): unknown {
  if (value instanceof Timestamp) return { $timestamp: value.toMillis() };
  if (Array.isArray(value)) return value.map(encodeField);
  return typeof value === 'object' && value !== null ? mapFields(value, encodeField) : value;
}

const encodedTime = z.strictObject({ $timestamp: z.number() });

/** Reverses {@link encodeField}. */
export function decodeField(value: unknown): unknown {
  const time = encodedTime.safeParse(value).data;
  if (time) return Timestamp.fromMillis(time.$timestamp);
  if (Array.isArray(value)) return value.map(decodeField);
  return typeof value === 'object' && value !== null ? mapFields(value, decodeField) : value;
}
