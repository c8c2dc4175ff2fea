import { runBrowserTests } from './checks/suiteTests';
import { createInterruptSignal, runCommand } from './suite/command';

/** Null selects the pictures of every screen. */
function parseProject(args: readonly string[]): 'published' | 'states' | null {
  if (args.includes('--publish')) return 'published';
  return args.includes('--states') ? 'states' : null;
}

/**
 * Takes screenshots of every screen at five widths, dark and light. Other arguments filter by test
 * title.
 * `--states` shows the Signal Stream in each state. `--publish` takes the pictures for the manifest
 * and README.
 */
runCommand(async (args) => {
  const project = parseProject(args);
  const { passed, failed } = project
    ? await runBrowserTests(project, [], createInterruptSignal(), false)
    : await runBrowserTests('pictures', args, createInterruptSignal());
  const location = project === 'published' ? 'git status' : '.local/screenshots';
  console.log(`Captured ${passed} screens, ${failed} failed. See ${location}`);
  return failed === 0 ? 0 : 1;
});
