import {
  EMPTY_FIELDS,
  JOURNAL_LIMITS,
  type JournalField,
  type JournalFields,
  type JournalWrite,
  type PartialFields,
} from './entry';

export interface JournalContent extends JournalFields {
  readonly besides: readonly PartialFields[];
}

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

/** In the order in which {@link isSameValue} compares them. */
const TRADE_KEYS = ['level', 'stake', 'price', 'at', 'close'];

const isSameValue = (one: unknown, other: unknown): boolean =>
  one === other || JSON.stringify(one, TRADE_KEYS) === JSON.stringify(other, TRADE_KEYS);

const isSamePartial = (one: PartialFields, other: PartialFields): boolean =>
  JOURNAL_FIELDS.every(
    (field) => field in one === field in other && isSameValue(one[field], other[field]),
  );

function pickField(field: JournalField, fields: PartialFields): PartialFields {
  return { [field]: fields[field] };
}

export const pickFields = (names: readonly JournalField[], fields: PartialFields): PartialFields =>
  names.reduce<PartialFields>((all, name) => ({ ...all, ...pickField(name, fields) }), {});

const EMPTY: JournalContent = { ...EMPTY_FIELDS, besides: [] };

export class TooManyConflictsError extends Error {
  override readonly name = 'TooManyConflictsError';
}

/**
 * The last write wins; a value that its writer hadn't seen is stored as a conflict. Writing the current value
 * changes nothing.
 * @param before null before the first write
 * @throws TooManyConflictsError
 */
export function applyWrite(
  before: JournalContent | null,
  { change, saw, settled }: Pick<JournalWrite, 'change' | 'saw' | 'settled'>,
): JournalContent {
  const content = before ?? EMPTY;
  let fields = toJournalFields(content);
  let besides = content.besides.filter(
    (value) => !settled.some((one) => isSamePartial(one, value)),
  );
  for (const field of JOURNAL_FIELDS) {
    const next = change[field];
    const now = content[field];
    if (next === undefined || isSameValue(now, next)) continue;
    const visible = saw[field] ?? EMPTY_FIELDS[field];
    const isUnseen = !isSameValue(now, visible) && !isSameValue(now, EMPTY_FIELDS[field]);
    const overwritten = pickField(field, content);
    if (isUnseen && !besides.some((one) => isSamePartial(one, overwritten)))
      besides = [...besides, overwritten];
    fields = { ...fields, ...pickField(field, change) };
  }
  const isCurrent = (value: PartialFields) =>
    JOURNAL_FIELDS.every((field) => !(field in value) || isSameValue(value[field], fields[field]));
  besides = besides.filter((value) => !isCurrent(value));
  if (besides.length > JOURNAL_LIMITS.besides)
    throw new TooManyConflictsError(
      'This entry has too many conflicting values: please resolve some first',
    );
  return { ...fields, besides };
}

export const toJournalFields = (entry: JournalFields): JournalFields => ({
  ...EMPTY_FIELDS,
  ...pickFields(JOURNAL_FIELDS, entry),
});

export const isSameContent = (one: JournalContent, other: JournalContent): boolean =>
  JOURNAL_FIELDS.every((field) => isSameValue(one[field], other[field])) &&
  one.besides.length === other.besides.length &&
  one.besides.every((value, index) => isSamePartial(value, other.besides[index] ?? {}));

export function buildJournalWrite(
  id: string,
  visible: JournalFields,
  target: PartialFields,
): Pick<JournalWrite, 'id' | 'change' | 'saw'> | null {
  const changed = JOURNAL_FIELDS.filter(
    (field) => target[field] !== undefined && !isSameValue(target[field], visible[field]),
  );
  if (changed.length === 0) return null;
  return { id, change: pickFields(changed, target), saw: pickFields(changed, visible) };
}
