import { parseArgs } from 'node:util';
import { createFetchJson, createProjectRun } from './deploy/cli';
import { getDeployerEmail, buildDeployerSteps } from './deploy/deployer';
import { runSteps, createDeployContext } from './deploy/plan';
import { findProject } from './deploy/survey';
import { CommandError, runCommand } from './suite/command';

const USAGE =
  'npm run deploy:account -- <project> --repository OWNER/REPOSITORY --environment staging [--yes]';

async function deployAccount(args: string[]): Promise<number> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      repository: { type: 'string' },
      environment: { type: 'string' },
      yes: { type: 'boolean', default: false },
    },
  });
  const [project] = positionals;
  const { repository, environment } = values;
  if (project === undefined || repository === undefined || environment === undefined)
    throw new CommandError(USAGE);
  const run = createProjectRun(project);
  const { number, billingAccount } = await findProject(createFetchJson(run), project);
  const facts = { project, number, billingAccount, repository, environment };
  const exitCode = await runSteps(buildDeployerSteps(facts), createDeployContext(run, values.yes));
  console.log(`DEPLOYER=${getDeployerEmail(project)}`);
  console.log(
    `WORKLOAD_IDENTITY_PROVIDER=projects/${number}/locations/global/workloadIdentityPools/github/providers/deploy`,
  );
  return exitCode;
}

runCommand(deployAccount);
