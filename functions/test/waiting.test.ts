import { firestoreTimeSchema, SCHEDULES } from '@quantalgo/contracts/core/time';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { EVERY_COLLECTION } from '../src/collections/collections';
import { STAFF_VISIBLE_WAITS, WAIT_STATES } from '../src/waiting';
import { QUERIES } from './queries';

/** States in which nothing more is expected, or only what their owner chooses to do. */
const FINAL_STATES = new Set([
  'answered',
  'approved',
  'closed',
  'dead',
  'expired',
  'late',
  'lost',
  'missed',
  'published',
  'refused',
  'rejected',
  'sent',
  'settled',
  'split',
]);

/** Names of fields that say since or until when something is to happen. */
const WAITING_FIELD =
  /^(claimed|due|held|next|overdue|pending|queued|resume|retry|started|waiting)([A-Z]|$)|(Claimed|Due|Held|Overdue|Pending|Queued|Retry|Waiting)(At|By|On|Since|Until)?$/;

const objectSchema = z.object({
  _zod: z.object({ def: z.object({ shape: z.record(z.string(), z.unknown()) }) }),
});
const unionSchema = z.object({
  _zod: z.object({ def: z.object({ options: z.array(z.unknown()) }) }),
});
const wrapperSchema = z.object({ _zod: z.object({ def: z.object({ innerType: z.unknown() }) }) });
const enumSchema = z.object({
  _zod: z.object({
    def: z.object({ type: z.literal('enum'), entries: z.record(z.string(), z.string()) }),
  }),
});

function unwrap(schema: unknown): unknown {
  if (schema === firestoreTimeSchema) return schema;
  const inner = wrapperSchema.safeParse(schema).data?._zod.def.innerType;
  return inner === undefined ? schema : unwrap(inner);
}

/** The fields of a document, those of all its forms where it has several. */
function fieldsIn(schema: unknown): [name: string, field: unknown][] {
  const union = unionSchema.safeParse(schema).data;
  if (union) return union._zod.def.options.flatMap(fieldsIn);
  const shape = objectSchema.safeParse(schema).data?._zod.def.shape ?? {};
  return Object.entries(shape).map(([name, field]) => [name, unwrap(field)]);
}

const listStates = (field: unknown): string[] =>
  Object.values(enumSchema.safeParse(field).data?._zod.def.entries ?? {});

/** What of a document says that it waits: fields by their names, and states that are not final. */
function markersIn(schema: unknown): string[] {
  return fieldsIn(schema).flatMap(([name, field]) => {
    if (name !== 'state') return WAITING_FIELD.test(name) ? [name] : [];
    return listStates(field).filter((state) => !FINAL_STATES.has(state));
  });
}

/** What the rows of a collection answer for. */
const coveredIn = (collection: string): string[] =>
  WAIT_STATES.filter((wait) => wait.collection === collection).flatMap((wait) => [
    ...(wait.states ?? []),
    ...(wait.fields ?? []),
    ...('for' in wait ? [] : [wait.since, wait.where?.[0] ?? '', wait.where?.[1] ?? '']),
  ]);

describe('registry of waiting states', () => {
  it.each(EVERY_COLLECTION)('has a row for each waiting state of %s', (name, { schema }) => {
    const missing = markersIn(schema).filter((marker) => !coveredIn(name).includes(marker));
    expect(missing, 'Add a row to `waiting` of the collection, with its sweep').toEqual([]);
  });

  it.each([
    ['a state', z.object({ state: z.enum(['queued', 'sent']) }), ['queued']],
    ['a time', z.object({ nextTryAt: z.nullable(firestoreTimeSchema) }), ['nextTryAt']],
    ['a lease', z.object({ claimedUntil: z.optional(firestoreTimeSchema) }), ['claimedUntil']],
    [
      'a mirror',
      z.object({ setupWaitingSince: z.nullable(firestoreTimeSchema) }),
      ['setupWaitingSince'],
    ],
    [
      'one of several forms',
      z.union([z.object({ dueAt: firestoreTimeSchema }), z.object({})]),
      ['dueAt'],
    ],
    ['nothing', z.object({ createdAt: firestoreTimeSchema, state: z.enum(['sent', 'dead']) }), []],
  ])('detects %s in a new schema', (_, schema, markers) => {
    expect(markersIn(schema)).toEqual(markers);
  });

  it('names only fields that the documents have', () => {
    for (const wait of WAIT_STATES) {
      const schema = EVERY_COLLECTION.find(([name]) => name === wait.collection)?.[1].schema;
      const names = fieldsIn(schema).map(([name]) => name);
      const named = [...(wait.fields ?? []), ...('for' in wait ? [] : [wait.since])];
      expect(names, wait.what).toEqual(expect.arrayContaining(named));
    }
  });

  it('retries each before staff see it', () => {
    for (const { what, sweep, retryAfterMs, staff } of STAFF_VISIBLE_WAITS) {
      const schedule = SCHEDULES.find(({ name }) => name === sweep);
      const sweptAfterMs = retryAfterMs + (schedule?.everyMinutes ?? Infinity) * 60_000;
      expect(sweptAfterMs, what).toBeLessThan(staff.afterMs);
    }
  });

  it.each(STAFF_VISIBLE_WAITS)('finds overdue documents by an index: $what', (wait) => {
    const equal = wait.where ? [wait.where[0]] : [];
    const order = [wait.since, 'asc'];
    expect(QUERIES).toContainEqual({ collection: wait.collection, equal, contains: null, order });
  });
});
