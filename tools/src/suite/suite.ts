import { createWriteStream, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { SCHEDULES } from '@quantalgo/contracts/core/time';
import { findEmulators } from '../../emulators/find';
import { buildFunctions, findOwnPackages } from '../build/functions';
import { buildSite } from '../build/site';
import { aborted, linesWith, type Progress, CommandError } from './command';
import { type Emulators, startEmulators, stopLeftovers, writeLocalConfig } from './emulators';
import { addressesOf, functionParameters, functionSecrets, webFirebaseConfig } from './environment';
import { startInbox } from './inbox';
import { type Offset, portsAt, readOffset, suiteFolder } from './ports';
import { claimRun, markReady, ownRun, releaseRun, requireFreePorts } from './runFile';
import { runScheduled, startScheduler } from './scheduler';
import { seed } from './seed';
import { startTelegram } from './telegram';
import { hasOpenssl, startTimeAuthority } from './timeAuthority';

/** Number of steps that {@link startSuite} shows. */
export const SUITE_STEPS = 7;

export interface SuiteOptions {
  offset: Offset;
  /** Whether scheduled functions run at their times. Tests run them themselves. */
  scheduler: boolean;
  /** Whether to build the site; without it only the API answers. */
  site?: boolean;
  /** Whether to seed the suite; otherwise it stays empty until it is reset. */
  seeded?: boolean;
  /** Whether to run its functions; otherwise that is up to the caller. */
  functions?: boolean;
  /** Whether to start an inbox; otherwise the caller is its mail server. */
  inbox?: boolean;
  /** Whether to start the stand-in for Telegram. */
  telegram?: boolean;
  progress: Progress;
  /** Aborts the start. */
  signal: AbortSignal;
}

export interface Suite {
  /** Resolves with the reason if a part of the suite ends without being stopped. */
  ended: Promise<CommandError>;
  /** Stops everything that was started, without leaving a process. */
  stop: () => Promise<void>;
}

type Cleanup = () => Promise<void>;

function schedulerOf(offset: Offset): Cleanup {
  const log = createWriteStream(join(suiteFolder(offset).logs, 'scheduler.log'));
  const { triggers } = addressesOf(portsAt(offset));
  return startScheduler({
    schedules: SCHEDULES,
    run: (name, nominal, signal) => runScheduled(triggers, name, nominal, signal),
    log: (line) => log.write(`${new Date().toISOString()} ${line}\n`),
  });
}

async function prepare({ offset, progress, signal, functions: run = true }: SuiteOptions) {
  const ports = portsAt(offset);
  const { functions, logs } = suiteFolder(offset);
  mkdirSync(logs, { recursive: true });
  const free = async () => {
    const leftovers = await stopLeftovers(offset);
    if (leftovers > 0) progress.note(`Ended ${leftovers} processes of a suite that was killed.`);
    await requireFreePorts(ports);
  };
  await progress.step('Checking the ports', free());
  const binaries = await progress.step('Finding the emulators', findEmulators(progress));
  if (!run) return binaries;
  const stamps: Record<string, string> = (await hasOpenssl())
    ? { TIME_AUTHORITY_URL: addressesOf(ports).timeAuthority }
    : {};
  const parameters = { ...functionParameters(ports), ...stamps };
  const building = buildFunctions(functions, parameters, functionSecrets(ports));
  await progress.step('Building the functions', building);
  findOwnPackages(functions);
  signal.throwIfAborted();
  return binaries;
}

/** Builds the site while the emulators start, which is mostly waiting. */
async function startBackend(
  { offset, progress, signal, site: withSite = true, functions = true }: SuiteOptions,
  binaries: Record<string, string>,
  cleanups: Cleanup[],
): Promise<Emulators> {
  const { site, logs } = suiteFolder(offset);
  const firebase = webFirebaseConfig(portsAt(offset));
  const ended = new AbortController();
  const either = AbortSignal.any([signal, ended.signal]);
  const building = withSite
    ? buildSite(site, firebase, join(logs, 'site.log'), either)
    : Promise.resolve(false);
  const built = building.then(
    () => undefined,
    () => undefined,
  );
  cleanups.push(() => {
    ended.abort();
    return built;
  });
  const config = writeLocalConfig(offset, functions);
  const starting = startEmulators(offset, config, binaries, either);
  const emulators = await progress.step('Starting the emulators', starting);
  cleanups.push(emulators.stop);
  if (withSite) await progress.step('Building the site', building);
  return emulators;
}

async function startServices(
  { offset, scheduler, seeded = true, inbox = true, telegram = true, progress }: SuiteOptions,
  cleanups: Cleanup[],
) {
  const ports = portsAt(offset);
  if (seeded) await progress.step('Seeding', seed(ports, progress.note));
  const start = async () => {
    if (inbox) cleanups.push(await startInbox(ports));
    if (telegram) cleanups.push((await startTelegram(ports.telegram)).stop);
    if (await hasOpenssl()) cleanups.push(await startTimeAuthority(ports.timeAuthority));
    if (scheduler) cleanups.push(schedulerOf(offset));
  };
  await progress.step(
    scheduler ? 'Starting inbox, Telegram and scheduler' : 'Starting inbox and Telegram',
    start(),
  );
}

/**
 * Builds and starts a whole suite: emulators, site, seed, inbox and, if wanted, the scheduler. This process must have
 * claimed its run file.
 * @throws CommandError that names the reason; nothing is left running then
 */
export async function startSuite(options: SuiteOptions): Promise<Suite> {
  const cleanups: Cleanup[] = [];
  const stop = async () => {
    await Promise.all(cleanups.splice(0).map((cleanup) => cleanup()));
  };
  try {
    const binaries = await prepare(options);
    const { ended } = await startBackend(options, binaries, cleanups);
    await startServices(options, cleanups);
    markReady(suiteFolder(options.offset).runFile);
    return { ended, stop };
  } catch (error) {
    await stop();
    throw options.signal.aborted ? new CommandError('Stopped.') : error;
  }
}

const DEFAULT_OFFSET = 3000;

/**
 * Runs `work` on a new suite that is used by nothing else and has no scheduler: at PORT_OFFSET, 3000 if it is unset.
 * @param wanted the parts to leave out
 * @throws CommandError if a suite already runs there, or when `signal` aborts
 */
export async function onOwnSuite<T>(
  signal: AbortSignal,
  work: (offset: Offset) => Promise<T>,
  wanted: Pick<SuiteOptions, 'site' | 'functions' | 'seeded' | 'inbox'> = {},
): Promise<T> {
  const offset = readOffset(process.env['PORT_OFFSET'], DEFAULT_OFFSET);
  const { runFile } = suiteFolder(offset);
  const other = claimRun(runFile, ownRun(offset));
  if (other)
    throw new CommandError(`A suite already runs at ${other.site} (process ${other.pid}).`);
  try {
    const progress = linesWith('  suite: ');
    const suite = await startSuite({ offset, scheduler: false, progress, signal, ...wanted });
    try {
      const interrupted = aborted(signal).then(() => Promise.reject(new CommandError('Stopped.')));
      return await Promise.race([work(offset), interrupted]);
    } finally {
      await suite.stop();
    }
  } finally {
    releaseRun(runFile);
  }
}
