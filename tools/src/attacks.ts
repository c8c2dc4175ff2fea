import { environmentAt, patternOf } from './checks/suiteTests';
import { runVitest } from './checks/runners';
import { summaryOf } from './checks/checks';
import { onInterrupt, runCommand } from './suite/command';
import { onOwnSuite } from './suite/suite';

const FOLDER = 'tools/test/server/attacks';

/**
 * Attacks a dedicated suite as an anonymous user with a public key and freshly created accounts.
 * Words filter by title.
 */
runCommand(async (words) => {
  const signal = onInterrupt();
  const result = await onOwnSuite(signal, (offset) => {
    const extra = [FOLDER, ...(words.length > 0 ? ['-t', patternOf(words)] : [])];
    return runVitest(['server'], { extra, env: environmentAt(offset), echo: true }, signal);
  });
  console.log(summaryOf(result));
  return result.failed === 0 ? 0 : 1;
});
