import { summaryOf } from './checks/outcome';
import { Refusal } from './command/refusal';
import { runCommand } from './command/runCommand';
import { openProject, openSuite } from './invariants/project';
import { scan } from './invariants/scan';
import { suiteFolder } from './suite/folders';
import { portsAt, readOffset } from './suite/ports';
import { readRun } from './suite/runFile';

/** Triggers mirror a change within this time. */
const PATIENCE_MS = 15_000;

function openRunning() {
  const offset = readOffset(process.env['PORT_OFFSET'], 0);
  if (!readRun(suiteFolder(offset).runFile))
    throw new Refusal('No suite is running: `npm start` starts one, or name a deployed project.');
  return openSuite(portsAt(offset));
}

/**
 * Reads all that the running suite holds (PORT_OFFSET), or a deployed project, and names each promise that is broken.
 */
async function invariants([projectId]: string[]): Promise<number> {
  const project = projectId === undefined ? openRunning() : openProject(projectId);
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
