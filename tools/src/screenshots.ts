import { runBrowserTests } from './checks/suiteTests';
import { createInterruptSignal, runCommand } from './suite/command';

/** Null selects the pictures of every screen. */
function findOtherProject(words: readonly string[]): 'published' | 'states' | null {
  if (words.includes('--publish')) return 'published';
  return words.includes('--states') ? 'states' : null;
}

/**
 * Takes screenshots of every screen at five widths, dark and light. Other arguments filter by test title.
 * `--states` shows the Signal Room in each state. `--publish` takes the pictures for the manifest
 * and README.
 */
runCommand(async (words) => {
  const otherProject = findOtherProject(words);
  const { passed, failed } = otherProject
    ? await runBrowserTests(otherProject, [], createInterruptSignal(), { ahead: 0 })
    : await runBrowserTests('pictures', words, createInterruptSignal());
  const where = otherProject === 'published' ? 'git status' : '.local/screenshots';
  console.log(`Captured ${passed} screens, ${failed} failed. See ${where}`);
  return failed === 0 ? 0 : 1;
});
