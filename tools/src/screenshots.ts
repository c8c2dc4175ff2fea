import { inBrowser } from './checks/suiteTests';
import { onInterrupt, runCommand } from './suite/command';

/** The tests that take the pictures which the words ask for in place of every screen's; null for those. */
function takenInstead(words: readonly string[]): 'published' | 'states' | null {
  if (words.includes('--publish')) return 'published';
  return words.includes('--states') ? 'states' : null;
}

/**
 * Takes pictures of every screen at five widths, dark and light, or of those whose titles contain all the given words.
 * With --states it takes the Signal Room in each of its states instead, with --publish the pictures for the manifest and
 * the README.
 */
runCommand(async (words) => {
  const instead = takenInstead(words);
  const { passed, failed } = instead
    ? await inBrowser(instead, [], onInterrupt(), { ahead: 0 })
    : await inBrowser('pictures', words, onInterrupt());
  const where = instead === 'published' ? 'git status' : '.local/screenshots';
  console.log(`Looked at ${passed} screens, ${failed} could not be taken; see ${where}`);
  return failed === 0 ? 0 : 1;
});
