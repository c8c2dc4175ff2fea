import { join } from 'node:path';
import { buildSite } from './build/site';
import { summaryOf } from './checks/checks';
import { runVitest } from './checks/runners';
import { environmentAt, patternOf } from './checks/suiteTests';
import { linesWith, onInterrupt, runCommand } from './suite/command';
import { BUCKET, PROJECT, suiteFolder } from './suite/ports';
import { onOwnSuite } from './suite/suite';

/** The output of `firebase apps:sdkconfig WEB` for a project, verbatim. */
const SDK_CONFIG = `{
  "projectId": "${PROJECT}",
  "appId": "1:123456789012:web:0123456789abcdef012345",
  "storageBucket": "${BUCKET}",
  "apiKey": "AIza-of-the-project",
  "authDomain": "${PROJECT}.firebaseapp.com",
  "messagingSenderId": "123456789012",
  "projectNumber": "123456789012",
  "version": "2"
}`;

/** Folder of its project's settings. */
const SETTINGS = 'tools/test/rehearsal/env';

/**
 * Runs the build of a deployment as it is deployed, on a dedicated suite that only simulates Google's services; all
 * scenes, or those whose titles contain all the given words: `npm run rehearse -- a signal`.
 */
async function rehearse(words: string[]): Promise<number> {
  const stopped = onInterrupt();
  const parts = { site: false, functions: false, seeded: false };
  const outcome = await onOwnSuite(
    stopped,
    async (offset) => {
      const { site, logs } = suiteFolder(offset);
      const building = buildSite(site, SDK_CONFIG, join(logs, 'site.log'), stopped, SETTINGS);
      await linesWith('  ').step('Building the site', building);
      const extra = words.length > 0 ? ['-t', patternOf(words)] : [];
      return runVitest(['rehearsal'], { extra, env: environmentAt(offset), echo: true }, stopped);
    },
    parts,
  );
  if (outcome.failed > 0) console.log(outcome.output);
  console.log(summaryOf(outcome));
  return outcome.failed === 0 ? 0 : 1;
}

runCommand(rehearse);
