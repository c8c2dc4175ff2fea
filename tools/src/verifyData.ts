import { parseArgs } from 'node:util';
import { formatSummary } from './checks/checks';
import { openProjectOrSuite, openProject, scanInvariants } from './suite/project';
import { runCommand, CommandError } from './suite/command';

/** Triggers mirror a change within this time. */
const MIRROR_TIMEOUT_MS = 15_000;

/**
 * Lists violated invariants in the running suite (PORT_OFFSET) or in a deployed project.
 * `--database` reads another database, such as a restored backup.
 */
async function verifyData(args: string[]): Promise<number> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: { database: { type: 'string' } },
  });
  const [projectId] = positionals;
  const isOtherDatabase = values.database !== undefined;
  if (positionals.length > 1 || (isOtherDatabase && projectId === undefined))
    throw new CommandError('npm run verify-data -- [<project> [--database <id>]]');
  const project =
    projectId === undefined
      ? openProjectOrSuite(projectId).project
      : openProject(projectId, values.database);
  try {
    const outcome = await scanInvariants(project, MIRROR_TIMEOUT_MS);
    process.stdout.write(outcome.output);
    console.log(formatSummary(outcome));
    return outcome.failed === 0 ? 0 : 1;
  } finally {
    await project.close();
  }
}

runCommand(verifyData);
