import {
  EMPTY_FIELDS,
  JOURNAL_LIMITS,
  type JournalField,
  type JournalFields,
  type JournalWrite,
  type PartialFields,
} from './entry';

export interface JournalContent extends JournalFields {
  readonly conflicts: readonly PartialFields[];
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

/** {@link isSameValue} compares trades by these keys, in this order. */
const TRADE_KEYS = ['level', 'stake', 'price', 'at', 'close'];

const isSameValue = (a: unknown, b: unknown): boolean =>
  a === b || JSON.stringify(a, TRADE_KEYS) === JSON.stringify(b, TRADE_KEYS);

const isSamePartial = (a: PartialFields, b: PartialFields): boolean =>
  JOURNAL_FIELDS.every((field) => field in a === field in b && isSameValue(a[field], b[field]));

function pickField(field: JournalField, fields: PartialFields): PartialFields {
  return { [field]: fields[field] };
}

export const pickFields = (names: readonly JournalField[], fields: PartialFields): PartialFields =>
  names.reduce<PartialFields>((picked, name) => ({ ...picked, ...pickField(name, fields) }), {});

const EMPTY_CONTENT: JournalContent = { ...EMPTY_FIELDS, conflicts: [] };

export class TooManyConflictsError extends Error {
  override readonly name = 'TooManyConflictsError';
}

/**
 * The last write wins. An overwritten value that the writer hadn't seen is stored as a conflict.
 * @param stored null before the first write
 * @throws TooManyConflictsError
 */
export function applyWrite(
  stored: JournalContent | null,
  { change, saw, settled }: Pick<JournalWrite, 'change' | 'saw' | 'settled'>,
): JournalContent {
  const content = stored ?? EMPTY_CONTENT;
  let fields = toJournalFields(content);
  let conflicts = content.conflicts.filter(
    (value) => !settled.some((conflict) => isSamePartial(conflict, value)),
  );
  for (const field of JOURNAL_FIELDS) {
    const newValue = change[field];
    const currentValue = content[field];
    if (newValue === undefined || isSameValue(currentValue, newValue)) continue;
    const seenValue = saw[field] ?? EMPTY_FIELDS[field];
    const isUnseen =
      !isSameValue(currentValue, seenValue) && !isSameValue(currentValue, EMPTY_FIELDS[field]);
    const overwrittenField = pickField(field, content);
    if (isUnseen && !conflicts.some((conflict) => isSamePartial(conflict, overwrittenField)))
      conflicts = [...conflicts, overwrittenField];
    fields = { ...fields, ...pickField(field, change) };
  }
  const isCurrent = (value: PartialFields) =>
    JOURNAL_FIELDS.every((field) => !(field in value) || isSameValue(value[field], fields[field]));
  conflicts = conflicts.filter((value) => !isCurrent(value));
  if (
    conflicts.length > JOURNAL_LIMITS.conflicts ||
    JSON.stringify(conflicts).length > JOURNAL_LIMITS.conflictText
  )
    throw new TooManyConflictsError(
      'This entry has too many conflicting values. Please resolve some first.',
    );
  return { ...fields, conflicts };
}

export const toJournalFields = (entry: JournalFields): JournalFields => ({
  ...EMPTY_FIELDS,
  ...pickFields(JOURNAL_FIELDS, entry),
});

export const isSameContent = (a: JournalContent, b: JournalContent): boolean =>
  JOURNAL_FIELDS.every((field) => isSameValue(a[field], b[field])) &&
  a.conflicts.length === b.conflicts.length &&
  a.conflicts.every((value, index) => isSamePartial(value, b.conflicts[index] ?? {}));

export function buildJournalWrite(
  id: string,
  visible: JournalFields,
  target: PartialFields,
): Pick<JournalWrite, 'id' | 'change' | 'saw'> | null {
  const changedFields = JOURNAL_FIELDS.filter(
    (field) => target[field] !== undefined && !isSameValue(target[field], visible[field]),
  );
  if (changedFields.length === 0) return null;
  return { id, change: pickFields(changedFields, target), saw: pickFields(changedFields, visible) };
}
