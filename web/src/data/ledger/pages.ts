import { ledgerHeadSchema, type LedgerHead } from '@quantalgo/contracts';
import * as z from 'zod/mini';
import { LEDGER_NAME } from '../storage/names';
import { withTable } from './store';

const keptHeadSchema = z.object({ head: ledgerHeadSchema, at: z.number() });
/** The newest head whose pages are kept, and when it was downloaded (epoch ms). */
export type KeptHead = z.infer<typeof keptHeadSchema>;

const HEAD_KEY = 'head';

/** A page that this device keeps, as the text that was downloaded; null where it keeps none. */
export async function keptPage(ledgerId: string, page: number): Promise<string | null> {
  try {
    const text: unknown = await withTable(LEDGER_NAME, 'readonly', (table) =>
      table.get([ledgerId, page]),
    );
    return typeof text === 'string' ? text : null;
  } catch {
    return null;
  }
}

/** Keeps a page, where the browser keeps anything. Never rejects. */
export async function keepPage(ledgerId: string, page: number, text: string): Promise<void> {
  await withTable(LEDGER_NAME, 'readwrite', (table) => table.put(text, [ledgerId, page])).catch(
    () => undefined,
  );
}

/** The head whose pages this device keeps; null where it keeps none. */
export async function keptHead(): Promise<KeptHead | null> {
  try {
    const row: unknown = await withTable(LEDGER_NAME, 'readonly', (table) => table.get(HEAD_KEY));
    return keptHeadSchema.safeParse(row).data ?? null;
  } catch {
    return null;
  }
}

/** Notes which head the kept pages lead to. Pages of another ledger go. Never rejects. */
export async function keepHeadOfPages(head: LedgerHead, at: number): Promise<void> {
  try {
    const before = await keptHead();
    if (before && before.head.ledgerId !== head.ledgerId)
      await withTable(LEDGER_NAME, 'readwrite', (table) => table.clear());
    await withTable(LEDGER_NAME, 'readwrite', (table) => table.put({ head, at }, HEAD_KEY));
  } catch {
    return;
  }
}
