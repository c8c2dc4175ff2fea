import { environmentAt, patternOf } from './checks/suiteTests';
import { runVitest } from './checks/runners';
import { summaryOf } from './checks/checks';
import { onInterrupt, runCommand } from './suite/command';
import { onOwnSuite } from './suite/suite';

const FOLDER = 'tools/test/server/attacks';

/**
 * Attacks a dedicated suite with nothing but a public key and accounts of its own: runs all attacks, or those whose
 * titles contain all the given words.
 */
runCommand(async (words) => {
  const stopped = onInterrupt();
  const found = await onOwnSuite(stopped, (offset) => {
    const extra = [FOLDER, ...(words.length > 0 ? ['-t', patternOf(words)] : [])];
    return runVitest(['server'], { extra, env: environmentAt(offset), echo: true }, stopped);
  });
  console.log(summaryOf(found));
  return found.failed === 0 ? 0 : 1;
});
