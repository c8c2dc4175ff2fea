import { aborted, onInterrupt } from './command/interrupt';
import { stepsOf } from './command/progress';
import { runCommand } from './command/runCommand';
import { watchFunctions } from './dev/functionsWatch';
import { startVite } from './dev/viteServer';
import { suiteFolder } from './suite/folders';
import { DEV_PORT, type Offset, portsAt, readOffset } from './suite/ports';
import { claimRun, ownRun, releaseRun, updateRun } from './suite/runFile';
import { startSuite, SUITE_STEPS, type Suite } from './suite/suite';

/** The suite behind the Vite server: one that runs already, or one started here, which ends with this command. */
async function backend(offset: Offset, signal: AbortSignal): Promise<Suite | undefined> {
  const { runFile } = suiteFolder(offset);
  const run = ownRun(offset);
  const other = claimRun(runFile, run);
  if (other) {
    console.log(`The backend runs already (process ${other.pid}).`);
    return undefined;
  }
  try {
    const progress = stepsOf(SUITE_STEPS);
    const suite = await startSuite({ offset, scheduler: true, progress, signal });
    updateRun(runFile, { ...run, state: 'ready' });
    return {
      ended: suite.ended,
      stop: () => suite.stop().finally(() => releaseRun(runFile)),
    };
  } catch (error) {
    releaseRun(runFile);
    throw error;
  }
}

/** The Vite server with hot reload in front of a suite, whose functions are rebuilt when their source changes. */
async function dev(): Promise<number> {
  const offset = readOffset(process.env['PORT_OFFSET'], 0);
  const ports = portsAt(offset);
  const signal = onInterrupt();
  const suite = await backend(offset, signal);
  const stopWatching = watchFunctions(suiteFolder(offset).functions, ports, console.log);
  try {
    const vite = await startVite(ports, DEV_PORT + offset);
    vite.printUrls();
    console.log(`Ready: http://127.0.0.1:${DEV_PORT + offset} with hot reload`);
    const failure = await Promise.race([...(suite ? [suite.ended] : []), aborted(signal)]);
    console.log('Stopping …');
    await vite.close();
    if (failure) throw failure;
    return 0;
  } finally {
    stopWatching();
    await suite?.stop();
  }
}

runCommand(dev);
