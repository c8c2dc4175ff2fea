import { DocumentReference } from 'firebase-admin/firestore';
import { onTestFinished, vi } from 'vitest';

/**
 * Counts successful writes of a document until the test ends. Unlike a listener, it counts a write
 * before the code that awaits it continues.
 * @returns a function that reads the count
 */
export function countWrites(path: string): () => number {
  const spies = (['set', 'update'] as const).map((name) =>
    vi.spyOn(DocumentReference.prototype, name),
  );
  onTestFinished(() => {
    for (const spy of spies) spy.mockRestore();
  });
  const isTarget = (reference: unknown) =>
    reference instanceof DocumentReference && reference.path === path;
  return () =>
    spies.flatMap(({ mock: { contexts, settledResults } }) =>
      settledResults.filter(({ type }, index) => type === 'fulfilled' && isTarget(contexts[index])),
    ).length;
}
