import { parseArgs } from 'node:util';
import { askWith, realRun } from './deploy/cli';
import { deployerOf, deployerSteps } from './deploy/deployer';
import { carryOut, placeOf } from './deploy/plan';
import { findProject } from './deploy/survey';
import { CommandError, runCommand } from './suite/command';

const USAGE =
  'npm run deployer -- <project> --repository OWNER/REPOSITORY --environment staging [--yes]';

async function deployer(args: string[]): Promise<number> {
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
  const run = realRun(project);
  const { number, billingAccount } = await findProject(askWith(run), project);
  const facts = { project, number, billingAccount, repository, environment };
  const outcome = await carryOut(deployerSteps(facts), placeOf(run, values.yes));
  console.log(`DEPLOYER=${deployerOf(project)}`);
  console.log(
    `WORKLOAD_IDENTITY_PROVIDER=projects/${number}/locations/global/workloadIdentityPools/github/providers/deploy`,
  );
  return outcome;
}

runCommand(deployer);
