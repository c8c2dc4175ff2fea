import * as z from 'zod/mini';

export const MAX_READ_ITEMS = 100;

const MAX_ID_LENGTH = 160;

const NO_MARK = 'This is not a mark of what was read';

const timeSchema = /* @__PURE__ */ z.int(NO_MARK).check(z.gte(0, NO_MARK));

/** `at`: the notification's time, epoch ms. */
const readItemSchema = /* @__PURE__ */ z.strictObject({
  id: z.string(NO_MARK).check(z.minLength(1, NO_MARK), z.maxLength(MAX_ID_LENGTH, NO_MARK)),
  at: timeSchema,
});

/** Which notifications were read: all up to `until` (epoch ms), and single later ones, newest first. */
export const readMarkSchema = /* @__PURE__ */ z.strictObject({
  until: timeSchema,
  items: z.array(readItemSchema, NO_MARK).check(z.maxLength(MAX_READ_ITEMS, NO_MARK)),
});

export type ReadMark = z.infer<typeof readMarkSchema>;

export type ReadItem = ReadMark['items'][number];

export const NOTHING_READ: ReadMark = { until: 0, items: [] };

/** Of an account, or of a device: nothing if it can’t be read. */
export const parseReadMark = (stored: unknown): ReadMark =>
  readMarkSchema.safeParse(stored).data ?? NOTHING_READ;

const compareItems = (a: ReadItem, b: ReadItem) => b.at - a.at || (a.id < b.id ? -1 : 1);

/**
 * What was read on either device. Commutative, associative and idempotent, so that marks may arrive
 * in any order and any number of times. Beyond {@link MAX_READ_ITEMS}, the oldest items move `until`.
 */
export function joinReadMarks(one: ReadMark, other: ReadMark): ReadMark {
  const until = Math.max(one.until, other.until);
  const byId = new Map<string, ReadItem>();
  for (const item of [...one.items, ...other.items]) {
    const before = byId.get(item.id);
    if (!before || before.at < item.at) byId.set(item.id, item);
  }
  const later = [...byId.values()].filter(({ at }) => at > until).sort(compareItems);
  const oldestDropped = later[MAX_READ_ITEMS];
  if (!oldestDropped) return { until, items: later };
  return { until: oldestDropped.at, items: later.filter(({ at }) => at > oldestDropped.at) };
}

export const isRead = ({ id, at }: ReadItem, { until, items }: ReadMark): boolean =>
  at <= until || items.some((item) => item.id === id);

/** True if joining `other` would change nothing. */
export const coversReadMark = (mark: ReadMark, other: ReadMark): boolean =>
  other.until <= mark.until && other.items.every((item) => isRead(item, mark));

/** Drops times that lie after `now` (epoch ms): a wrong clock must not mark what is yet to come. */
export const capReadMark = ({ until, items }: ReadMark, now: number): ReadMark => ({
  until: Math.min(until, now),
  items: items.filter(({ at }) => at <= now),
});
