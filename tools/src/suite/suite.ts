import { createWriteStream, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { SCHEDULES } from '@quantalgo/contracts/core/time';
import { findEmulators } from '../../emulators/find';
import { buildFunctions, linkPackages } from '../build/functions';
import { buildSite } from '../build/site';
import { waitForAbort, createLineProgress, type Progress, CommandError } from './command';
import { type Emulators, startEmulators, stopLeftovers, writeLocalConfig } from './emulators';
import {
  getSuiteAddresses,
  buildFunctionParameters,
  buildFunctionSecrets,
  buildWebFirebaseConfig,
} from './environment';
import { startInbox } from './inbox';
import { type Offset, getPorts, readOffset, getSuitePaths } from './ports';
import { claimRun, markReady, createRun, releaseRun, requireFreePorts } from './runFile';
import { runScheduled, startScheduler } from './scheduler';
import { seed } from './seed';
import { startTelegram } from './telegram';
import { startBroker } from './broker';
import { hasOpenssl, startTimeAuthority } from './timeAuthority';

export const SUITE_STEPS = 7;

export interface SuiteOptions {
  offset: Offset;
  /** Runs scheduled functions on time. Tests run them on demand instead. */
  scheduler: boolean;
  /** If false, only the API responds. */
  site?: boolean;
  /** If false, the suite is empty until it is reset. */
  seeded?: boolean;
  /** If false, the caller runs the functions. */
  functions?: boolean;
  /** If false, the caller runs the mail server. */
  inbox?: boolean;
  telegram?: boolean;
  progress: Progress;
  signal: AbortSignal;
}

export interface Suite {
  /** Resolves with the reason if a part ends unexpectedly. */
  ended: Promise<CommandError>;
  stop: () => Promise<void>;
}

type Cleanup = () => Promise<void>;

function startSuiteScheduler(offset: Offset): Cleanup {
  const log = createWriteStream(join(getSuitePaths(offset).logs, 'scheduler.log'));
  const { triggers } = getSuiteAddresses(getPorts(offset));
  return startScheduler({
    schedules: SCHEDULES,
    run: (name, scheduledAt, signal) => runScheduled(triggers, name, scheduledAt, signal),
    log: (line) => log.write(`${new Date().toISOString()} ${line}\n`),
  });
}

async function prepareSuite({
  offset,
  progress,
  signal,
  functions: withFunctions = true,
}: SuiteOptions) {
  const ports = getPorts(offset);
  const { functions, logs } = getSuitePaths(offset);
  mkdirSync(logs, { recursive: true });
  const ensureFreePorts = async () => {
    const leftovers = await stopLeftovers(offset);
    if (leftovers > 0) progress.note(`Stopped ${leftovers} leftover processes of a killed suite.`);
    await requireFreePorts(ports);
  };
  await progress.step('Checking the ports', ensureFreePorts());
  const binaries = await progress.step('Finding the emulators', findEmulators(progress));
  if (!withFunctions) return binaries;
  const authorityParameters: Record<string, string> = (await hasOpenssl())
    ? { TIME_AUTHORITY_URL: getSuiteAddresses(ports).timeAuthority }
    : {};
  const parameters = { ...buildFunctionParameters(ports), ...authorityParameters };
  const functionsBuild = buildFunctions(functions, parameters, buildFunctionSecrets(ports));
  await progress.step('Building the functions', functionsBuild);
  linkPackages(functions);
  signal.throwIfAborted();
  return binaries;
}

async function startBackend(
  { offset, progress, signal, site: withSite = true, functions = true }: SuiteOptions,
  binaries: Record<string, string>,
  cleanups: Cleanup[],
): Promise<Emulators> {
  const { site, logs } = getSuitePaths(offset);
  const firebase = buildWebFirebaseConfig(getPorts(offset));
  const cancellation = new AbortController();
  const combinedSignal = AbortSignal.any([signal, cancellation.signal]);
  const siteBuild = withSite
    ? buildSite(site, firebase, join(logs, 'site.log'), combinedSignal)
    : Promise.resolve(false);
  const buildEnd = siteBuild.then(
    () => undefined,
    () => undefined,
  );
  cleanups.push(() => {
    cancellation.abort();
    return buildEnd;
  });
  const config = writeLocalConfig(offset, functions);
  const starting = startEmulators(offset, config, binaries, combinedSignal);
  const emulators = await progress.step('Starting the emulators', starting);
  cleanups.push(emulators.stop);
  if (withSite) await progress.step('Building the site', siteBuild);
  return emulators;
}

async function startServices(
  {
    offset,
    scheduler,
    functions = true,
    seeded = true,
    inbox = true,
    telegram = true,
    progress,
  }: SuiteOptions,
  cleanups: Cleanup[],
) {
  const ports = getPorts(offset);
  if (seeded) await progress.step('Seeding', seed(ports, progress.note));
  const start = async () => {
    if (inbox) cleanups.push(await startInbox(ports));
    if (telegram) cleanups.push((await startTelegram(ports.telegram)).stop);
    if (functions) cleanups.push(await startBroker(ports));
    if (functions && (await hasOpenssl()))
      cleanups.push(await startTimeAuthority(ports.timeAuthority));
    if (scheduler) cleanups.push(startSuiteScheduler(offset));
  };
  await progress.step(
    scheduler
      ? 'Starting inbox, Telegram, broker and scheduler'
      : 'Starting inbox, Telegram and broker',
    start(),
  );
}

/**
 * This process must have claimed the suite's run file.
 * @throws CommandError with the reason, after stopping everything it started
 */
export async function startSuite(options: SuiteOptions): Promise<Suite> {
  const cleanups: Cleanup[] = [];
  const stop = async () => {
    await Promise.all(cleanups.splice(0).map((cleanup) => cleanup()));
  };
  try {
    const binaries = await prepareSuite(options);
    const { ended } = await startBackend(options, binaries, cleanups);
    await startServices(options, cleanups);
    markReady(getSuitePaths(options.offset).runFile);
    return { ended, stop };
  } catch (error) {
    await stop();
    throw options.signal.aborted ? new CommandError('Stopped.') : error;
  }
}

const DEFAULT_OFFSET = 3000;

/**
 * Runs `work` on a new suite without a scheduler, at PORT_OFFSET or 3000.
 * @param parts overrides which parts run
 * @throws CommandError if a suite already runs there, or when `signal` aborts
 */
export async function withDedicatedSuite<T>(
  signal: AbortSignal,
  work: (offset: Offset) => Promise<T>,
  parts: Pick<SuiteOptions, 'site' | 'functions' | 'seeded' | 'inbox'> = {},
): Promise<T> {
  const offset = readOffset(process.env['PORT_OFFSET'], DEFAULT_OFFSET);
  const { runFile } = getSuitePaths(offset);
  const runningSuite = claimRun(runFile, createRun(offset));
  if (runningSuite)
    throw new CommandError(
      `A suite is already running at ${runningSuite.site} (process ${runningSuite.pid}). Stop it, or set another PORT_OFFSET.`,
    );
  try {
    const progress = createLineProgress('  suite: ');
    const suite = await startSuite({ offset, scheduler: false, progress, signal, ...parts });
    try {
      const interruption = waitForAbort(signal).then(() =>
        Promise.reject(new CommandError('Stopped.')),
      );
      return await Promise.race([work(offset), interruption]);
    } finally {
      await suite.stop();
    }
  } finally {
    releaseRun(runFile);
  }
}
