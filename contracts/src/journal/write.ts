import {
  EMPTY_FIELDS,
  JOURNAL_LIMITS,
  type JournalField,
  type JournalFields,
  type JournalWrite,
  type SomeFields,
} from './entry';

/** The content of an entry: its fields, and the values kept beside them. */
export interface JournalContent extends JournalFields {
  readonly besides: readonly SomeFields[];
}

/** The names of an entry's fields. */
const JOURNAL_FIELDS: readonly JournalField[] = [
  'status',
  'pair',
  'direction',
  'trades',
  'broker',
  'payout',
  'note',
  'tags',
  'picture',
];

/** The keys of a trade in the order in which {@link isSameValue} compares them. */
const TRADE_KEYS = ['level', 'stake', 'price', 'at', 'close'];

/** Whether two values of a field are the same, whatever the order of their keys. */
const isSameValue = (one: unknown, other: unknown): boolean =>
  one === other || JSON.stringify(one, TRADE_KEYS) === JSON.stringify(other, TRADE_KEYS);

const isSame = (one: SomeFields, other: SomeFields): boolean =>
  JOURNAL_FIELDS.every(
    (field) => field in one === field in other && isSameValue(one[field], other[field]),
  );

/** One field of `fields`, as it is kept beside an entry. */
function oneField(field: JournalField, fields: SomeFields): SomeFields {
  return { [field]: fields[field] };
}

/** These fields of `fields` alone. */
export const someFields = (names: readonly JournalField[], fields: SomeFields): SomeFields =>
  names.reduce<SomeFields>((all, name) => ({ ...all, ...oneField(name, fields) }), {});

/** An entry as it is before anything is written into it. */
const EMPTY: JournalContent = { ...EMPTY_FIELDS, besides: [] };

/** An entry holds so many values beside its own that another would have to be forgotten. */
export class TooManyConflictsError extends Error {
  override readonly name = 'TooManyConflictsError';
}

/**
 * The entry after a write: the change that arrives last wins, and a value that its writer didn't see is kept beside the
 * new one, so nothing that was entered is lost. A write of what stands there already changes nothing.
 * @param before null where there is no entry yet
 * @throws TooManyConflictsError where no more values can be kept
 */
export function applyWrite(
  before: JournalContent | null,
  { change, saw, settled }: Pick<JournalWrite, 'change' | 'saw' | 'settled'>,
): JournalContent {
  const content = before ?? EMPTY;
  let fields = fieldsOf(content);
  let besides = content.besides.filter((value) => !settled.some((one) => isSame(one, value)));
  for (const field of JOURNAL_FIELDS) {
    const next = change[field];
    const now = content[field];
    if (next === undefined || isSameValue(now, next)) continue;
    const seen = saw[field] ?? EMPTY_FIELDS[field];
    const isUnseen = !isSameValue(now, seen) && !isSameValue(now, EMPTY_FIELDS[field]);
    const kept = oneField(field, content);
    if (isUnseen && !besides.some((one) => isSame(one, kept))) besides = [...besides, kept];
    fields = { ...fields, ...oneField(field, change) };
  }
  const isNow = (value: SomeFields) =>
    JOURNAL_FIELDS.every((field) => !(field in value) || isSameValue(value[field], fields[field]));
  besides = besides.filter((value) => !isNow(value));
  if (besides.length > JOURNAL_LIMITS.besides)
    throw new TooManyConflictsError(
      'This entry has too many conflicting values: please resolve some first',
    );
  return { ...fields, besides };
}

/** The fields alone, of an entry as it is stored or served. */
export const fieldsOf = (entry: JournalFields): JournalFields => ({
  ...EMPTY_FIELDS,
  ...someFields(JOURNAL_FIELDS, entry),
});

/** Whether two entries say the same. */
export const isSameContent = (one: JournalContent, other: JournalContent): boolean =>
  JOURNAL_FIELDS.every((field) => isSameValue(one[field], other[field])) &&
  one.besides.length === other.besides.length &&
  one.besides.every((value, index) => isSame(value, other.besides[index] ?? {}));

/** The write that turns the entry that a member sees into the one that they want; null where they are the same. */
export function writeOf(
  id: string,
  seen: JournalFields,
  wanted: SomeFields,
): Pick<JournalWrite, 'id' | 'change' | 'saw'> | null {
  const changed = JOURNAL_FIELDS.filter(
    (field) => wanted[field] !== undefined && !isSameValue(wanted[field], seen[field]),
  );
  if (changed.length === 0) return null;
  return { id, change: someFields(changed, wanted), saw: someFields(changed, seen) };
}
