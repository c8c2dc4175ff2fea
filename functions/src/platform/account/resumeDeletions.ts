import { unfinishedDeletions } from './deletion';
import { erase, type EraseDeps } from './erase';

/** Finishes the deletions that were broken off. One that fails again holds up no other. */
export async function resumeDeletions(
  deps: EraseDeps,
): Promise<{ readonly finished: number; readonly failures: readonly unknown[] }> {
  const deletions = await unfinishedDeletions(deps.firestore);
  const failures: unknown[] = [];
  for (const deletion of deletions)
    await erase(deps, deletion).catch((error: unknown) => failures.push(error));
  return { finished: deletions.length - failures.length, failures };
}
