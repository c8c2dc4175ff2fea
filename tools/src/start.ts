import { ACCOUNTS, PASSWORD } from './suite/accounts';
import {
  waitForAbort,
  createInterruptSignal,
  runCommand,
  createNumberedProgress,
} from './suite/command';
import { getSuiteAddresses } from './suite/environment';
import { type Offset, getPorts, readOffset, getSuitePaths } from './suite/ports';
import { claimRun, createRun, releaseRun, type Run } from './suite/runFile';
import { startSuite, SUITE_STEPS } from './suite/suite';

function readyLine({ site, inbox }: Run, offset: Offset): string {
  const accounts = ACCOUNTS.map(({ email }) => email).join(', ');
  const { telegram } = getSuiteAddresses(getPorts(offset));
  return `Ready: ${site} · inbox ${inbox} · Telegram ${telegram} · accounts ${accounts}, password ${PASSWORD}`;
}

function describeRun(other: Run, offset: Offset): string {
  const process = `process ${other.pid}, since ${other.startedAt}`;
  return other.state === 'ready'
    ? `QuantAlgo is already running (${process}).\n${readyLine(other, offset)}`
    : `QuantAlgo is starting (${process}). It will be at ${other.site}`;
}

async function start(): Promise<number> {
  const offset = readOffset(process.env['PORT_OFFSET'], 0);
  const { runFile } = getSuitePaths(offset);
  const run = createRun(offset);
  const other = claimRun(runFile, run);
  if (other) {
    console.log(describeRun(other, offset));
    return 0;
  }
  const signal = createInterruptSignal();
  const progress = createNumberedProgress(SUITE_STEPS);
  try {
    const suite = await startSuite({ offset, scheduler: true, progress, signal });
    console.log(readyLine(run, offset));
    const failure = await Promise.race([suite.ended, waitForAbort(signal)]);
    console.log('Stopping…');
    await suite.stop();
    if (failure) throw failure;
    console.log('Stopped.');
    return 0;
  } finally {
    releaseRun(runFile);
  }
}

runCommand(start);
