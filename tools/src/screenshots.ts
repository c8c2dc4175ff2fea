import { inBrowser } from './checks/suiteTests';
import { onInterrupt, runCommand } from './suite/command';

/**
 * Takes pictures of every screen at five widths, dark and light, or of those whose titles contain all the given words.
 * With --publish it takes the pictures for the manifest and the README instead.
 */
runCommand(async (words) => {
  const publish = words.includes('--publish');
  const { passed, failed } = publish
    ? await inBrowser('published', [], onInterrupt(), { ahead: 0 })
    : await inBrowser('pictures', words, onInterrupt());
  const where = publish ? 'git status' : '.local/screenshots';
  console.log(`Looked at ${passed} screens, ${failed} could not be taken; see ${where}`);
  return failed === 0 ? 0 : 1;
});
