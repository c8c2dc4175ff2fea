import { parseArgs } from 'node:util';
import { summaryOf } from './checks/checks';
import { openPlace, openProject, scan } from './suite/project';
import { runCommand, CommandError } from './suite/command';

/** Time within which triggers mirror a change. */
const PATIENCE_MS = 15_000;

/**
 * Reads all data of the running suite (PORT_OFFSET) or of a deployed project, and lists the broken invariants. With
 * `--database` it reads another database of the project, such as a restored backup.
 */
async function invariants(args: string[]): Promise<number> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: { database: { type: 'string' } },
  });
  const [projectId] = positionals;
  const isElsewhere = values.database !== undefined;
  if (positionals.length > 1 || (isElsewhere && projectId === undefined))
    throw new CommandError('npm run invariants -- [<project> [--database <id>]]');
  const project =
    projectId === undefined
      ? openPlace(projectId).project
      : openProject(projectId, values.database);
  try {
    const outcome = await scan(project, PATIENCE_MS);
    process.stdout.write(outcome.output);
    console.log(summaryOf(outcome));
    return outcome.failed === 0 ? 0 : 1;
  } finally {
    await project.close();
  }
}

runCommand(invariants);
