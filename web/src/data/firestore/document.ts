import type * as z from 'zod/mini';

/** A document as the server sends it. */
export interface Document {
  /** Its full name, `projects/P/databases/(default)/documents/signals/ID`. */
  readonly name: string;
  readonly id: string;
  /** Its fields as they were sent, each a `google.firestore.v1.Value` in JSON. */
  readonly fields: Readonly<Record<string, unknown>>;
  /** The fields' values: times as objects with `toMillis`, to be parsed. */
  readonly data: () => Readonly<Record<string, unknown>>;
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A value named `field` in a record; undefined if there is none. */
const partOf = (value: unknown, field: string): unknown =>
  isRecord(value) ? value[field] : undefined;

const TIME = /^(?<second>[^.]+?)(?<fraction>\.\d+)?Z$/;

/** The epoch ms, with fractions, of an RFC 3339 time in UTC of up to nine fractional digits; NaN for any other text. */
function millisOf(text: string): number {
  const { second, fraction } = TIME.exec(text)?.groups ?? {};
  return second === undefined ? NaN : Date.parse(`${second}Z`) + Number(fraction ?? 0) * 1000;
}

/** The value of a `google.firestore.v1.Value` in JSON; undefined for kinds that no document of ours has. */
export function decode(value: unknown): unknown {
  const [entry] = isRecord(value) ? Object.entries(value) : [];
  if (entry === undefined) return undefined;
  const [kind, content] = entry;
  switch (kind) {
    case 'nullValue':
      return null;
    case 'booleanValue':
    case 'stringValue':
      return content;
    case 'integerValue':
    case 'doubleValue':
      return Number(content);
    case 'timestampValue':
      return { toMillis: () => millisOf(String(content)) };
    case 'arrayValue': {
      const values = partOf(content, 'values');
      return Array.isArray(values) ? values.map(decode) : [];
    }
    case 'mapValue':
      return decodeFields(partOf(content, 'fields'));
    default:
      return undefined;
  }
}

function decodeFields(fields: unknown): Readonly<Record<string, unknown>> {
  if (!isRecord(fields)) return {};
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, decode(value)]));
}

/** A document by its full name and its fields as sent. */
export const documentOf = (name: string, fields: Readonly<Record<string, unknown>>): Document => ({
  name,
  id: name.slice(name.lastIndexOf('/') + 1),
  fields,
  data: () => decodeFields(fields),
});

/** When (epoch ms) this field of a document says; 0 if it holds no time. */
export function timeIn({ fields }: Document, field: string): number {
  const text = partOf(fields[field], 'timestampValue');
  const millis = typeof text === 'string' ? millisOf(text) : NaN;
  return Number.isNaN(millis) ? 0 : millis;
}

/** A document's data, parsed. */
export interface Read<T> {
  readonly id: string;
  readonly record: T;
}

/** Parses documents; leaves out those that this client can't read. */
export const readAll = <S extends z.ZodMiniType>(
  schema: S,
  documents: readonly Document[],
): Read<z.output<S>>[] =>
  documents.flatMap((document) => {
    const parsed = schema.safeParse(document.data());
    return parsed.success ? [{ id: document.id, record: parsed.data }] : [];
  });
