import {
  type RawSnapshot,
  type StoredDocument,
} from '@quantalgo/functions/platform/invariants/snapshot';

type Fields = Readonly<Record<string, unknown>>;

/** Breaks something in evidence that is whole. */
export type Spoil = (raw: RawSnapshot) => RawSnapshot;

/** The fields of a document; none of what is no object. */
export const fieldsOf = (data: unknown): Fields =>
  typeof data === 'object' ? Object.fromEntries(Object.entries(data ?? {})) : {};

const inCollection =
  (
    name: string,
    change: (stored: readonly StoredDocument<unknown>[]) => readonly StoredDocument<unknown>[],
  ): Spoil =>
  (raw) => ({
    ...raw,
    collections: { ...raw.collections, [name]: change(raw.collections[name] ?? []) },
  });

/** Changes one document: the named one, or the first. */
export const edit = (name: string, fields: Fields, id?: string): Spoil =>
  inCollection(name, (stored) => {
    const edited = id ?? stored[0]?.id;
    return stored.map((one) =>
      one.id === edited ? { id: one.id, data: { ...fieldsOf(one.data), ...fields } } : one,
    );
  });

/** Adds a document. */
export const add = (name: string, id: string, data: Fields): Spoil =>
  inCollection(name, (stored) => [...stored, { id, data }]);

/** Removes the first document that is one of these. */
export const drop = (name: string, which: (fields: Fields) => boolean = () => true): Spoil =>
  inCollection(name, (stored) => {
    const first = stored.findIndex(({ data }) => which(fieldsOf(data)));
    return stored.filter((_, index) => index !== first);
  });

/** Another copy of the first document, under another id. */
export const doubled = (name: string, id: string, fields: Fields = {}): Spoil =>
  inCollection(name, (stored) => [
    ...stored,
    { id, data: { ...fieldsOf(stored[0]?.data), ...fields } },
  ]);
