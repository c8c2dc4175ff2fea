import { settingsOf } from './build/deployment';
import { readCanary } from './deploy/canary';
import { askWith, realRun } from './deploy/cli';
import { scheduleProblems } from './deploy/schedules';
import { productionPlace, smokeTest } from './deploy/smoke';
import { appOf } from './deploy/survey';
import { CommandError, runCommand } from './suite/command';

/**
 * Tests a live site as a member would, and lists paused schedules. Changes only the canary's own
 * data.
 */
async function smoke([project, ...more]: string[]): Promise<number> {
  if (project === undefined || more.length > 0)
    throw new CommandError('npm run smoke -- <project>');
  const ask = askWith(realRun(project));
  const [app, canary, schedules] = await Promise.all([
    appOf(ask, project),
    readCanary(ask, project),
    scheduleProblems(ask, project),
  ]);
  const site = settingsOf(project)['SITE_URL'] ?? '';
  const place = productionPlace({ project, site, bucket: app?.storageBucket ?? '', canary });
  const failure = await smokeTest(place, (line) => console.log(line));
  const problems = [...(failure === null ? [] : [failure]), ...schedules];
  for (const problem of problems) console.log(`✗ ${problem}`);
  return problems.length === 0 ? 0 : 1;
}

runCommand(smoke);
