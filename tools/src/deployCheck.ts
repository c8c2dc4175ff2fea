import { parseArgs } from 'node:util';
import { buildFunctions } from './build/functions';
import { createLineProgress, runCommand } from './suite/command';
import { DEPLOY_CHECKS } from './build/deployChecks';
import { readDeployment, type Deployment } from './build/deployment';
import { inRoot } from './system/root';

function printReport(deployment: Deployment): number {
  let failed = 0;
  for (const { description, problems, warnings } of DEPLOY_CHECKS) {
    const failures = problems(deployment);
    const notes = warnings?.(deployment) ?? [];
    if (failures.length > 0) failed += 1;
    const mark = notes.length === 0 ? '✓' : '!';
    console.log(`${failures.length === 0 ? mark : '✗'} ${description}`);
    for (const problem of [...failures, ...notes]) console.log(`    ${problem}`);
  }
  const { loadMs, codeBytes } = deployment;
  console.log(
    `The functions load in ${Math.round(loadMs)} ms; the code is ${Math.round(codeBytes / 1024)} kB.`,
  );
  if (deployment.settings === null)
    console.log(
      'Project settings were not checked. To check them, run npm run deploy:check -- <project>',
    );
  console.log(`${DEPLOY_CHECKS.length - failed} passed, ${failed} failed`);
  return failed === 0 ? 0 : 1;
}

/**
 * Builds, installs and loads the functions as the platform does, then runs the pre-deployment
 * checks.
 * `--again` accepts a commit that is already live.
 */
async function deployCheck(args: string[]): Promise<number> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      'no-install': { type: 'boolean', default: false },
      again: { type: 'boolean', default: false },
    },
  });
  const built = inRoot('functions', 'deploy');
  const progress = createLineProgress('  ');
  await progress.step('Building the functions', buildFunctions(built, {}, {}));
  const isInstalled = !values['no-install'];
  const reading = readDeployment(built, {
    isInstalled,
    project: positionals[0],
    isLive: values.again,
  });
  return printReport(
    await progress.step(
      isInstalled ? 'Installing and loading the functions' : 'Loading the functions',
      reading,
    ),
  );
}

runCommand(deployCheck);
