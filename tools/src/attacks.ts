import { environmentAt, patternOf } from './checks/suiteTests';
import { runVitest } from './checks/runners';
import { summaryOf } from './checks/checks';
import { onInterrupt, runCommand } from './suite/command';
import { onOwnSuite } from './suite/suite';

const FOLDER = 'tools/test/server/attacks';

/**
 * Attacks a suite of its own with what anybody has, a public key and accounts of their own: all attacks, or only those whose
 * titles have all the given words.
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
