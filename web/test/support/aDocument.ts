import { type Document, documentOf } from '../../src/data/firestore/document';

/** Values of documents in these tests; dates are times. */
export type Content =
  | null
  | boolean
  | number
  | string
  | Date
  | readonly Content[]
  | { readonly [field: string]: Content };

/** Name of the database's documents. */
export const DOCUMENTS = 'projects/demo-test/databases/(default)/documents';

/** A value as the server sends it. Source: `google.firestore.v1.Value` in JSON */
export function encode(value: Content): Readonly<Record<string, unknown>> {
  if (value === null) return { nullValue: null };
  if (typeof value === 'boolean') return { booleanValue: value };
  if (typeof value === 'string') return { stringValue: value };
  if (typeof value === 'number')
    return Number.isInteger(value) ? { integerValue: String(value) } : { doubleValue: value };
  if (value instanceof Date) return { timestampValue: value.toISOString() };
  if (isList(value)) return { arrayValue: value.length === 0 ? {} : { values: value.map(encode) } };
  return { mapValue: Object.keys(value).length === 0 ? {} : { fields: encodeFields(value) } };
}

const isList = (value: Content): value is readonly Content[] => Array.isArray(value);

export const encodeFields = (record: Readonly<Record<string, Content>>) =>
  Object.fromEntries(Object.entries(record).map(([field, value]) => [field, encode(value)]));

/** A document at a path (`posts/ID`) as it arrives. */
export const aDocument = (path: string, record: Readonly<Record<string, Content>>): Document =>
  documentOf(`${DOCUMENTS}/${path}`, encodeFields(record));
