import * as z from 'zod/mini';

export const MAX_READ_ITEMS = 100;

const MAX_ID_LENGTH = 160;

const INVALID_READ_MARK = 'Not a valid read marker';

const timeSchema = /* @__PURE__ */ z.int(INVALID_READ_MARK).check(z.gte(0, INVALID_READ_MARK));

/** `at`: the notification's time, epoch ms. */
const readItemSchema = /* @__PURE__ */ z.strictObject({
  id: z
    .string(INVALID_READ_MARK)
    .check(z.minLength(1, INVALID_READ_MARK), z.maxLength(MAX_ID_LENGTH, INVALID_READ_MARK)),
  at: timeSchema,
});

/**
 * Read: all notifications up to `until` (epoch ms), plus the later ones in `items` (newest first).
 */
export const readMarkSchema = /* @__PURE__ */ z.strictObject({
  until: timeSchema,
  items: z
    .array(readItemSchema, INVALID_READ_MARK)
    .check(z.maxLength(MAX_READ_ITEMS, INVALID_READ_MARK)),
});

export type ReadMark = z.infer<typeof readMarkSchema>;

export type ReadItem = ReadMark['items'][number];

export const NOTHING_READ: ReadMark = { until: 0, items: [] };

export const parseReadMark = (value: unknown): ReadMark =>
  readMarkSchema.safeParse(value).data ?? NOTHING_READ;

const compareItems = (a: ReadItem, b: ReadItem) => b.at - a.at || (a.id < b.id ? -1 : 1);

/**
 * Commutative, associative and idempotent, so marks may arrive in any order and more than once.
 * Items beyond {@link MAX_READ_ITEMS} move `until` forward.
 */
export function joinReadMarks(a: ReadMark, b: ReadMark): ReadMark {
  const until = Math.max(a.until, b.until);
  const byId = new Map<string, ReadItem>();
  for (const item of [...a.items, ...b.items]) {
    const existing = byId.get(item.id);
    if (!existing || existing.at < item.at) byId.set(item.id, item);
  }
  const laterItems = [...byId.values()].filter(({ at }) => at > until).sort(compareItems);
  const newestDropped = laterItems[MAX_READ_ITEMS];
  if (!newestDropped) return { until, items: laterItems };
  return { until: newestDropped.at, items: laterItems.filter(({ at }) => at > newestDropped.at) };
}

export const isRead = ({ id, at }: ReadItem, { until, items }: ReadMark): boolean =>
  at <= until || items.some((item) => item.id === id);

/** True if everything read in `other` is already read in `mark`. */
export const coversReadMark = (mark: ReadMark, other: ReadMark): boolean =>
  other.until <= mark.until && other.items.every((item) => isRead(item, mark));

/** A device with a fast clock must not mark future notifications as read. `now` in epoch ms. */
export const capReadMark = ({ until, items }: ReadMark, now: number): ReadMark => ({
  until: Math.min(until, now),
  items: items.filter(({ at }) => at <= now),
});
