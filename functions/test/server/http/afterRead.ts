import { DocumentReference } from 'firebase-admin/firestore';
import { onTestFinished, vi } from 'vitest';
import { readAll } from '../../../src/platform/core/documents';

/**
 * Runs `action` once, after the first read of a document outside transactions and before its
 * caller continues.
 */
export function runAfterRead(path: string, action: () => Promise<unknown>): void {
  let hasRun = false;
  const spy = vi.spyOn(DocumentReference.prototype, 'get').mockImplementation(async function (
    this: DocumentReference,
  ) {
    const [snapshot] = await readAll(this.firestore, this);
    if (this.path === path && !hasRun) {
      hasRun = true;
      await action();
    }
    return snapshot;
  });
  onTestFinished(() => {
    spy.mockRestore();
  });
}
