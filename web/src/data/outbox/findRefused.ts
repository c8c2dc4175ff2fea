import type { OutboxItem } from './item';

/**
 * The newest refused change that later ones don't replace.
 * @param changes oldest first
 * @param listTargets what a change replaces
 */
export function findRefused<I extends OutboxItem>(
  changes: readonly I[],
  listTargets: (change: I) => readonly string[],
): I | null {
  const replacedTargets = new Set<string>();
  for (const change of [...changes].reverse()) {
    const targets = listTargets(change);
    if (change.state === 'refused' && !targets.every((target) => replacedTargets.has(target)))
      return change;
    for (const target of targets) replacedTargets.add(target);
  }
  return null;
}
