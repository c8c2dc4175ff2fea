import { type Outcome } from './checks/outcome';
import { onInterrupt } from './command/interrupt';
import { runCommand } from './command/runCommand';
import { onLiveSuite } from './walk/onLiveSuite';

const PUBLISH = '--publish';

const closingLine = ({ passed, failed }: Outcome, where: string) =>
  `Looked at ${passed} screens, ${failed} could not be taken; see ${where}`;

/**
 * Takes pictures of every screen at five widths, dark and light, or of those with all the given words. With --publish it
 * takes those that the manifest and the README show instead.
 */
async function screenshots(words: string[]): Promise<number> {
  const publish = words.includes(PUBLISH);
  const taken = publish
    ? await onLiveSuite('published', [], onInterrupt(), 0)
    : await onLiveSuite('pictures', words, onInterrupt());
  console.log(closingLine(taken, publish ? 'git status' : '.local/screenshots'));
  return taken.failed === 0 ? 0 : 1;
}

runCommand(screenshots);
