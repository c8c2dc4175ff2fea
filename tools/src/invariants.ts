import { summaryOf } from './checks/checks';
import { openPlace, scan } from './suite/project';
import { runCommand } from './suite/command';

/** Time within which triggers mirror a change. */
const PATIENCE_MS = 15_000;

/** Reads all data of the running suite (PORT_OFFSET) or of a deployed project, and lists the broken invariants. */
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
