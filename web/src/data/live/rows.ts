import {
  type LiveNote,
  liveNoteSchema,
  type LiveSession,
  liveSessionSchema,
  MAX_LIVE_NOTES,
} from '@quantalgo/contracts/live/session';
import * as z from 'zod/mini';
import { findNewestChangeTime, type MaybeAnswer, putNewerRows } from '../database/changedRows';
import type { MemberDatabase, SharedMetaRow } from '../database/tables';

const ROOM_ROW = 'liveSessions' satisfies SharedMetaRow;

const roomSchema = z.object({
  sessions: z.array(liveSessionSchema),
  silence: z.nullable(z.string()),
});

interface LiveRoom {
  readonly sessions: readonly LiveSession[];
  readonly silence: string | null;
}

export const readLiveRoom = async ({ meta }: MemberDatabase): Promise<LiveRoom | null> =>
  roomSchema.safeParse(await meta.get(ROOM_ROW)).data ?? null;

export async function storeLiveRoom(
  database: MemberDatabase,
  { sessions, silence }: { sessions: readonly LiveSession[]; silence?: string | null },
): Promise<void> {
  const newSilence = silence === undefined ? (await readLiveRoom(database))?.silence : silence;
  await database.meta.put({ id: ROOM_ROW, sessions, silence: newSilence ?? null });
}

export async function readNotes({ liveNotes }: MemberDatabase): Promise<LiveNote[]> {
  const rows: readonly unknown[] = await liveNotes.toArray();
  const notes = rows.flatMap((row) => liveNoteSchema.safeParse(row).data ?? []);
  return notes.sort((a, b) => (a.createdAt < b.createdAt ? 1 : -1));
}

/** Up to when changes were received (ISO). */
export const readNewestNoteTime = ({ liveNotes }: MemberDatabase): Promise<string | null> =>
  findNewestChangeTime(liveNotes, (row) => liveNoteSchema.safeParse(row).data);

/** Never overwrites a newer version. Retains only the newest notes. */
export const storeNotes = (
  database: MemberDatabase,
  fresh: readonly (LiveNote & MaybeAnswer)[],
): Promise<void> =>
  database.transaction('rw', database.liveNotes, async () => {
    const { liveNotes } = database;
    await putNewerRows(liveNotes, fresh);
    const extra = (await readNotes(database)).slice(MAX_LIVE_NOTES);
    if (extra.length > 0) await liveNotes.bulkDelete(extra.map(({ id }) => id));
  });

const responseSchema = z.object({ note: liveNoteSchema });

export async function storeQuestion(database: MemberDatabase, response: unknown): Promise<void> {
  const note = responseSchema.safeParse(response).data?.note;
  if (note) await storeNotes(database, [{ ...note, isAnswer: true }]);
}
