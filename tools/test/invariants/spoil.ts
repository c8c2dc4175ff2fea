import {
  type RawSnapshot,
  type StoredDocument,
} from '@quantalgo/functions/platform/invariants/snapshot';

type Fields = Readonly<Record<string, unknown>>;

/** Breaks something in valid data. */
export type Spoil = (raw: RawSnapshot) => RawSnapshot;

export const toFieldRecord = (data: unknown): Fields =>
  typeof data === 'object' ? Object.fromEntries(Object.entries(data ?? {})) : {};

const changeCollection =
  (
    name: string,
    change: (stored: readonly StoredDocument<unknown>[]) => readonly StoredDocument<unknown>[],
  ): Spoil =>
  (raw) => ({
    ...raw,
    collections: { ...raw.collections, [name]: change(raw.collections[name] ?? []) },
  });

export const edit = (name: string, fields: Fields, id?: string): Spoil =>
  changeCollection(name, (stored) => {
    const targetId = id ?? stored[0]?.id;
    return stored.map((one) =>
      one.id === targetId ? { id: one.id, data: { ...toFieldRecord(one.data), ...fields } } : one,
    );
  });

export const add = (name: string, id: string, data: Fields): Spoil =>
  changeCollection(name, (stored) => [...stored, { id, data }]);

export const drop = (name: string, matches: (fields: Fields) => boolean = () => true): Spoil =>
  changeCollection(name, (stored) => {
    const first = stored.findIndex(({ data }) => matches(toFieldRecord(data)));
    return stored.filter((_, index) => index !== first);
  });

export const addDuplicate = (name: string, id: string, fields: Fields = {}): Spoil =>
  changeCollection(name, (stored) => [
    ...stored,
    { id, data: { ...toFieldRecord(stored[0]?.data), ...fields } },
  ]);
