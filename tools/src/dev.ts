import {
  waitForAbort,
  createInterruptSignal,
  runCommand,
  createNumberedProgress,
} from './suite/command';
import { DEV_PORT, type Offset, getPorts, readOffset, getSuitePaths } from './suite/ports';
import { claimRun, createRun, releaseRun } from './suite/runFile';
import { startSuite, SUITE_STEPS } from './suite/suite';
import { startVite, watchFunctions } from './suite/vite';

async function serve(offset: Offset, signal: AbortSignal, ended?: Promise<Error>): Promise<void> {
  const ports = getPorts(offset);
  const stopWatching = watchFunctions(getSuitePaths(offset).functions, ports);
  try {
    const vite = await startVite(ports, DEV_PORT + offset);
    vite.printUrls();
    console.log(`Ready: http://127.0.0.1:${DEV_PORT + offset} with hot reload`);
    const failure = await Promise.race([...(ended ? [ended] : []), waitForAbort(signal)]);
    console.log('Stopping …');
    await vite.close();
    if (failure) throw failure;
  } finally {
    stopWatching();
  }
}

/**
 * Runs Vite with hot reload in front of a suite, and rebuilds the functions when their source
 * changes. Uses the running suite, or starts one that ends with this command.
 */
async function dev(): Promise<number> {
  const offset = readOffset(process.env['PORT_OFFSET'], 0);
  const { runFile } = getSuitePaths(offset);
  const signal = createInterruptSignal();
  const other = claimRun(runFile, createRun(offset));
  if (other) {
    console.log(`The backend is already running (process ${other.pid}).`);
    await serve(offset, signal);
    return 0;
  }
  try {
    const progress = createNumberedProgress(SUITE_STEPS);
    const suite = await startSuite({ offset, scheduler: true, progress, signal });
    try {
      await serve(offset, signal, suite.ended);
    } finally {
      await suite.stop();
    }
    return 0;
  } finally {
    releaseRun(runFile);
  }
}

runCommand(dev);
