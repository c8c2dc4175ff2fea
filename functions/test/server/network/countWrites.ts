import { DocumentReference } from 'firebase-admin/firestore';
import { onTestFinished, vi } from 'vitest';

/**
 * Counts the writes of a document from now on until the test ends, without those that were refused. A write counts
 * before whoever waits for it goes on, which no listener promises.
 * @returns how many there were
 */
export function countWrites(path: string): () => number {
  const spies = (['set', 'update'] as const).map((name) =>
    vi.spyOn(DocumentReference.prototype, name),
  );
  onTestFinished(() => {
    for (const spy of spies) spy.mockRestore();
  });
  const isThere = (on: unknown) => on instanceof DocumentReference && on.path === path;
  return () =>
    spies.flatMap(({ mock: { contexts, settledResults } }) =>
      settledResults.filter(({ type }, index) => type === 'fulfilled' && isThere(contexts[index])),
    ).length;
}
