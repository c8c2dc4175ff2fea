import { summaryOf } from './checks/outcome';
import { onInterrupt } from './command/interrupt';
import { runCommand } from './command/runCommand';
import { onLiveSuite } from './walk/onLiveSuite';

/**
 * Opens everything that can be opened, as everybody, on phone and desk, dark and light; or only the cases that have all
 * the given words: `npm run walk -- /login dark`.
 */
async function walk(words: string[]): Promise<number> {
  const found = await onLiveSuite('walk', words, onInterrupt());
  console.log(summaryOf(found));
  return found.failed === 0 ? 0 : 1;
}

runCommand(walk);
