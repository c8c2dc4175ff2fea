import { readProjectSettings } from './build/deployment';
import { readCanary } from './deploy/canary';
import { createFetchJson, createProjectRun } from './deploy/cli';
import { findScheduleProblems } from './deploy/schedules';
import { createProductionTarget, runSmokeTest } from './deploy/smoke';
import { fetchWebApp } from './deploy/survey';
import { CommandError, runCommand } from './suite/command';

/**
 * Tests a live site as a visitor and as the canary member, and lists paused schedules. Changes only
 * the canary's own data.
 */
async function deploySmoke([project, ...more]: string[]): Promise<number> {
  if (project === undefined || more.length > 0)
    throw new CommandError('npm run deploy:smoke -- <project>');
  const fetchJson = createFetchJson(createProjectRun(project));
  const [app, canary, schedules] = await Promise.all([
    fetchWebApp(fetchJson, project),
    readCanary(fetchJson, project),
    findScheduleProblems(fetchJson, project),
  ]);
  const site = readProjectSettings(project)['SITE_URL'] ?? '';
  const target = createProductionTarget({
    project,
    site,
    bucket: app?.storageBucket ?? '',
    canary,
  });
  const failure = await runSmokeTest(target, (line) => console.log(line));
  const problems = [...(failure === null ? [] : [failure]), ...schedules];
  for (const problem of problems) console.log(`✗ ${problem}`);
  return problems.length === 0 ? 0 : 1;
}

runCommand(deploySmoke);
