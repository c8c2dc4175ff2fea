import { summaryOf } from './checks/checks';
import { openPlace, scan } from './suite/project';
import { runCommand } from './suite/command';

/** Triggers mirror a change within this time. */
const PATIENCE_MS = 15_000;

/**
 * Reads all that the running suite holds (PORT_OFFSET), or a deployed project, and names each promise that is broken.
 */
async function invariants([projectId]: string[]): Promise<number> {
  const { project } = openPlace(projectId);
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
