import {
  type LiveNote,
  liveNoteSchema,
  type LiveSession,
  liveSessionSchema,
  NOTES_KEPT,
} from '@quantalgo/contracts/live/session';
import * as z from 'zod/mini';
import type { MemberDatabase } from '../storage/database';
import type { MetaRow } from '../storage/tableAccess';

const ROOM = 'liveSessions' satisfies MetaRow;

const roomSchema = z.object({
  sessions: z.array(liveSessionSchema),
  silence: z._default(z.nullable(z.string()), null),
});

/** The live sessions that this device knows of. */
interface LiveRoom {
  /** The newest first. */
  readonly sessions: readonly LiveSession[];
  /** Why the member can't ask, in a sentence; null if they can. */
  readonly silence: string | null;
}

/** What the last sync brought; null before the first. */
export const readLiveRoom = async ({ meta }: MemberDatabase): Promise<LiveRoom | null> =>
  roomSchema.safeParse(await meta.get(ROOM)).data ?? null;

/** Stores the live sessions; without `silence`, what was known of the member stays. */
export async function storeLiveRoom(
  database: MemberDatabase,
  { sessions, silence }: { sessions: readonly LiveSession[]; silence?: string | null },
): Promise<void> {
  const known = silence === undefined ? (await readLiveRoom(database))?.silence : silence;
  await database.meta.put({ id: ROOM, sessions, silence: known ?? null });
}

/** The notes on this device, newest first; omits those that another version wrote and this one can't read. */
export async function readNotes({ liveNotes }: MemberDatabase): Promise<LiveNote[]> {
  const rows: readonly unknown[] = await liveNotes.toArray();
  const read = rows.flatMap((row) => liveNoteSchema.safeParse(row).data ?? []);
  return read.sort((a, b) => (a.createdAt < b.createdAt ? 1 : -1));
}

/** When the newest change of a note on this device was made (ISO); null where there is none. */
export const newestNote = async (database: MemberDatabase): Promise<string | null> =>
  (await readNotes(database))
    .map(({ updatedAt }) => updatedAt)
    .sort()
    .at(-1) ?? null;

/** Stores notes that arrived, never an older version over a newer one, and keeps the newest. */
export const storeNotes = (database: MemberDatabase, arrived: readonly LiveNote[]): Promise<void> =>
  database.transaction('rw', database.liveNotes, async () => {
    const { liveNotes } = database;
    const known = await liveNotes.bulkGet(arrived.map(({ id }) => id));
    const newer = arrived.filter(({ updatedAt }, index) => {
      const before = known[index]?.['updatedAt'];
      return typeof before !== 'string' || before <= updatedAt;
    });
    if (newer.length > 0) await liveNotes.bulkPut(newer);
    const extra = (await readNotes(database)).slice(NOTES_KEPT);
    if (extra.length > 0) await liveNotes.bulkDelete(extra.map(({ id }) => id));
  });

const answerSchema = z.object({ note: liveNoteSchema });

/** Stores the question in the server's answer to an act, if there is one that this build can read. */
export async function storeQuestion(database: MemberDatabase, answer: unknown): Promise<void> {
  const note = answerSchema.safeParse(answer).data?.note;
  if (note) await storeNotes(database, [note]);
}
