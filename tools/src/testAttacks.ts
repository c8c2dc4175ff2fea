import { buildTestEnvironment, buildTitlePattern } from './checks/suiteTests';
import { runVitest } from './checks/runners';
import { reportResult } from './checks/checks';
import { createInterruptSignal, runCommand } from './suite/command';
import { withDedicatedSuite } from './suite/suite';

const ATTACKS_FOLDER = 'tools/test/server/attacks';

/**
 * Attacks a dedicated suite, anonymously with a public key and with newly created accounts.
 * Words filter by title.
 */
runCommand(async (words) => {
  const signal = createInterruptSignal();
  const result = await withDedicatedSuite(signal, (offset) => {
    const extra = [ATTACKS_FOLDER, ...(words.length > 0 ? ['-t', buildTitlePattern(words)] : [])];
    return runVitest(['server'], { extra, env: buildTestEnvironment(offset), echo: true }, signal);
  });
  return reportResult(result);
});
