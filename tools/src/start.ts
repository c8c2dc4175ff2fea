import { aborted, onInterrupt } from './command/interrupt';
import { runCommand } from './command/runCommand';
import { stepsOf } from './command/progress';
import { ACCOUNTS, PASSWORD } from './seed/accounts';
import { suiteFolder } from './suite/folders';
import { readOffset } from './suite/ports';
import { claimRun, ownRun, releaseRun, type Run, updateRun } from './suite/runFile';
import { startSuite, SUITE_STEPS } from './suite/suite';

function readyLine({ site, inbox }: Run): string {
  const accounts = ACCOUNTS.map(({ email }) => email).join(', ');
  return `Ready: ${site} · inbox ${inbox} · accounts ${accounts}, password ${PASSWORD}`;
}

/** Starts the local suite and keeps it running until it is interrupted. */
async function start(): Promise<number> {
  const offset = readOffset(process.env['PORT_OFFSET'], 0);
  const { runFile } = suiteFolder(offset);
  const run = ownRun(offset);
  const other = claimRun(runFile, run);
  if (other) {
    const process = `process ${other.pid}, since ${other.startedAt}`;
    if (other.state === 'ready') {
      console.log(`QuantAlgo is already running (${process}).\n${readyLine(other)}`);
    } else {
      console.log(`QuantAlgo is just being started (${process}), soon at ${other.site}`);
    }
    return 0;
  }
  const signal = onInterrupt();
  try {
    const suite = await startSuite({
      offset,
      scheduler: true,
      progress: stepsOf(SUITE_STEPS),
      signal,
    });
    updateRun(runFile, { ...run, state: 'ready' });
    console.log(readyLine(run));
    const failure = await Promise.race([suite.ended, aborted(signal)]);
    console.log('Stopping …');
    await suite.stop();
    if (failure) throw failure;
    console.log('Stopped.');
    return 0;
  } finally {
    releaseRun(runFile);
  }
}

runCommand(start);
