import { firestoreTimeSchema } from '@quantalgo/contracts/core/time';
import { Timestamp } from 'firebase-admin/firestore';
import * as z from 'zod/mini';

const definitionSchema = z.object({
  _zod: z.object({
    def: z.looseObject({
      type: z.string(),
      shape: z.optional(z.record(z.string(), z.unknown())),
      options: z.optional(z.array(z.unknown())),
      items: z.optional(z.array(z.unknown())),
      entries: z.optional(z.record(z.string(), z.unknown())),
      values: z.optional(z.array(z.unknown())),
      innerType: z.optional(z.unknown()),
    }),
  }),
});

const SCALARS: Readonly<Record<string, unknown>> = {
  string: 'sample',
  number: 1,
  int: 1,
  boolean: true,
  null: null,
  unknown: null,
  array: [],
  record: {},
  nullable: null,
};

/** Ignores checks such as patterns and limits. */
function buildSample(schema: unknown): unknown {
  if (schema === firestoreTimeSchema) return Timestamp.fromMillis(Date.UTC(2026, 10, 3));
  const { def } = definitionSchema.parse(schema)._zod;
  if (def.shape) return buildFields(def.shape);
  if (def.items) return def.items.map(buildSample);
  if (def.options) return buildSample(def.options[0]);
  if (def.entries) return Object.values(def.entries)[0];
  if (def.values) return def.values[0];
  if (def.type in SCALARS) return SCALARS[def.type];
  if (def.innerType === undefined) throw new Error(`There is no sample of ${def.type}`);
  return buildSample(def.innerType);
}

const buildFields = (shape: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(shape)
      .filter(([, field]) => definitionSchema.parse(field)._zod.def.type !== 'optional')
      .map(([name, field]) => [name, buildSample(field)]),
  );

/**
 * Fields as Firestore stores them, for tests that depend on where a document is, not on its values.
 */
export function buildSampleDocument(schema: z.ZodMiniType): Record<string, unknown> {
  const { shape, options } = definitionSchema.parse(schema)._zod.def;
  const first = shape ?? definitionSchema.parse(options?.[0])._zod.def.shape;
  if (!first) throw new Error('Documents are objects');
  return buildFields(first);
}
