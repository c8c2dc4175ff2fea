import fc from 'fast-check';
import * as z from 'zod/mini';

type Json = z.core.JSONSchema.BaseSchema | boolean;

/** Patterns that fast-check can't generate from fall back to any text. */
function textMatching(pattern: string): fc.Arbitrary<string> {
  try {
    return fc.stringMatching(new RegExp(pattern));
  } catch {
    return fc.string();
  }
}

const FORMATS: Readonly<Record<string, fc.Arbitrary<string>>> = {
  uuid: fc.uuid(),
  'date-time': fc.date({ noInvalidDate: true }).map((date) => date.toISOString()),
  email: fc.nat(200).map((number) => `somebody-${number}@fuzz.test`),
  uri: fc.webUrl(),
};

/** Longer texts only cost time: what is too long is for the hostile ones. */
const LONGEST = 300;

function text(schema: z.core.JSONSchema.BaseSchema): fc.Arbitrary<string> {
  const ofFormat = FORMATS[schema.format ?? ''];
  if (ofFormat) return ofFormat;
  if (schema.pattern !== undefined) return textMatching(schema.pattern);
  const minLength = Math.min(schema.minLength ?? 0, LONGEST);
  const maxLength = Math.max(minLength, Math.min(schema.maxLength ?? 40, LONGEST));
  return fc.string({ minLength, maxLength });
}

function number(schema: z.core.JSONSchema.BaseSchema): fc.Arbitrary<number> {
  const min = schema.minimum ?? -1000;
  const max = Math.min(schema.maximum ?? 100_000, 1e9);
  if (schema.type === 'integer') return fc.integer({ min: Math.ceil(min), max: Math.floor(max) });
  return fc.double({ min, max, noNaN: true }).map((value) => Math.round(value * 100) / 100);
}

function object(schema: z.core.JSONSchema.BaseSchema): fc.Arbitrary<unknown> {
  const entries = Object.entries(schema.properties ?? {});
  const fields = Object.fromEntries(entries.map(([name, inner]) => [name, valueOf(inner)]));
  return fc.record(fields, { requiredKeys: schema.required ?? [] });
}

/** Values that a JSON schema describes, but for what it can't say: refinements between fields and of texts. */
function valueOf(schema: Json): fc.Arbitrary<unknown> {
  if (typeof schema === 'boolean') return fc.jsonValue();
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.enum) return fc.constantFrom(...schema.enum);
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices && choices.length > 0) return fc.oneof(...choices.map(valueOf));
  if (schema.type === 'object') return object(schema);
  if (schema.type === 'array') return fc.array(valueOf(ofItems(schema)), { maxLength: 5 });
  if (schema.type === 'string') return text(schema);
  if (schema.type === 'integer' || schema.type === 'number') return number(schema);
  if (schema.type === 'boolean') return fc.boolean();
  return schema.type === 'null' ? fc.constant(null) : fc.jsonValue();
}

function ofItems({ items }: z.core.JSONSchema.BaseSchema): Json {
  if (Array.isArray(items)) return items[0] ?? true;
  return items ?? true;
}

/** Values that a schema takes in, or nearly; nothing where an endpoint takes nothing. */
export function fromSchema(schema: z.ZodMiniType | undefined): fc.Arbitrary<unknown> {
  if (!schema) return fc.constant({});
  return valueOf(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }));
}
