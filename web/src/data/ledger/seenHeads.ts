import type { LedgerHead, SeenHead } from '@quantalgo/contracts';
import * as z from 'zod/mini';
import { HEADS_NAME } from '../storage/names';
import { withTable } from './store';

const seenHeadSchema = z.object({
  ledgerId: z.string(),
  seq: z.int(),
  hash: z.string(),
  seenAt: z.number(),
});

/** Every entry commits to all before it, so the newest heads are enough: of the oldest, this many at most are kept. */
const KEPT = 500;

/** All heads that this device keeps; none where the browser keeps nothing. */
export async function seenHeads(): Promise<SeenHead[]> {
  try {
    const rows: unknown[] = await withTable(HEADS_NAME, 'readonly', (table) => table.getAll());
    return rows.flatMap((row) => seenHeadSchema.safeParse(row).data ?? []);
  } catch {
    return [];
  }
}

const keyOf = ({ ledgerId, seq, hash }: Pick<SeenHead, 'ledgerId' | 'seq' | 'hash'>) => [
  ledgerId,
  seq,
  hash,
];

async function forget(heads: readonly SeenHead[]): Promise<void> {
  for (const head of heads)
    await withTable(HEADS_NAME, 'readwrite', (table) => table.delete(keyOf(head)));
}

/**
 * Notes that this device saw a head, `at` epoch ms: of the public ledger and nobody's own, so it outlives every session.
 * One seen before is left as it was. Never rejects.
 */
export async function keepHead(
  { ledgerId, seq, hash }: Pick<LedgerHead, 'ledgerId' | 'seq' | 'hash'>,
  at: number,
): Promise<void> {
  const head: SeenHead = { ledgerId, seq, hash, seenAt: at };
  try {
    await withTable(HEADS_NAME, 'readwrite', (table) => table.add(head, keyOf(head)));
  } catch {
    return;
  }
  const all = await seenHeads();
  const oldestFirst = all.sort((a, b) => a.seenAt - b.seenAt);
  await forget(oldestFirst.slice(0, Math.max(0, all.length - KEPT))).catch(() => undefined);
}
