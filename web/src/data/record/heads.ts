import type { ObservedHead } from '@quantalgo/contracts/record/ledger/evidence';
import * as z from 'zod/mini';
import { HEADS_NAME } from '../database/databases';
import { awaitRequest, changeRows, readRows } from '../database/plain';

const seenHeadSchema: z.ZodMiniType<ObservedHead> = z.object({
  ledgerId: z.string(),
  size: z.int(),
  root: z.string(),
  seenAt: z.number(),
  knownAt: z.number(),
});

/** Every tree commits to all earlier ones, so the newest heads suffice. */
const MAX_HEADS = 500;

const parseHead = (row: unknown): ObservedHead | undefined => seenHeadSchema.safeParse(row).data;

const parseHeads = (rows: readonly unknown[]) => rows.flatMap((row) => parseHead(row) ?? []);

export async function readSeenHeads(): Promise<ObservedHead[]> {
  try {
    return parseHeads((await readRows(HEADS_NAME, (rows) => awaitRequest(rows.getAll()))) ?? []);
  } catch {
    return [];
  }
}

type HeadId = Pick<ObservedHead, 'ledgerId' | 'size' | 'root'>;

const toKey = ({ ledgerId, size, root }: HeadId) => [ledgerId, size, root];

async function dropOldHeads(rows: IDBObjectStore): Promise<void> {
  const heads = parseHeads(await awaitRequest(rows.getAll()));
  const oldestFirst = heads.sort((a, b) => a.seenAt - b.seenAt);
  for (const head of oldestFirst.slice(0, Math.max(0, heads.length - MAX_HEADS)))
    await awaitRequest(rows.delete(toKey(head)));
}

/**
 * Stores a head seen `at` (epoch ms). It outlives sessions, because the ledger is public. Retains
 * the earliest `seenAt` and the latest `knownAt`. Never rejects.
 */
export async function storeHead(head: HeadId, at: number, knownAt = at): Promise<void> {
  const key = toKey(head);
  try {
    await changeRows(HEADS_NAME, async (rows) => {
      const stored = parseHead(await awaitRequest<unknown>(rows.get(key)));
      const seenAt = stored?.seenAt ?? at;
      const latest = Math.max(stored?.knownAt ?? 0, knownAt);
      await awaitRequest(rows.put({ ...head, seenAt, knownAt: latest }, key));
      if (!stored) await dropOldHeads(rows);
    });
  } catch {
    // Without storage, later visits have nothing to compare with.
  }
}
