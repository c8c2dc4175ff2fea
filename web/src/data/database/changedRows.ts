import * as z from 'zod/mini';
import type { StoredTable } from './tables';

type ChangedRow = {
  readonly id: string;
  /** ISO. */
  readonly updatedAt: string;
};

/** A row from the response to the member's own action. Earlier changes may be missing. */
const answerSchema = z.object({ isAnswer: z.literal(true) });

export type MaybeAnswer = { readonly isAnswer?: true };

/**
 * Up to when changes were received (ISO).
 * @param parse returns undefined for rows that don't count
 */
export async function findNewestChangeTime(
  table: StoredTable,
  parse: (row: unknown) => ChangedRow | undefined,
): Promise<string | null> {
  const rows: readonly unknown[] = await table.toArray();
  const times = rows.flatMap((row) =>
    answerSchema.safeParse(row).success ? [] : (parse(row)?.updatedAt ?? []),
  );
  return times.sort().at(-1) ?? null;
}

/** Never overwrites a newer version. Call it in a transaction. */
export async function putNewerRows(
  table: StoredTable,
  rows: readonly (ChangedRow & MaybeAnswer)[],
): Promise<void> {
  const storedRows = await table.bulkGet(rows.map(({ id }) => id));
  const newerRows = rows.filter(({ updatedAt }, index) => {
    const storedTime = storedRows[index]?.['updatedAt'];
    return typeof storedTime !== 'string' || storedTime <= updatedAt;
  });
  if (newerRows.length > 0) await table.bulkPut(newerRows);
}
