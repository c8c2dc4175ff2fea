import { SCHEDULES } from '@quantalgo/contracts';
import { createWriteStream, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { findEmulators } from '../../emulators/find';
import { buildFunctions } from '../build/functions';
import { findOwnPackages } from '../build/packages';
import { buildSite } from '../build/site';
import { type Progress } from '../command/progress';
import { Refusal } from '../command/refusal';
import { startInbox } from '../inbox/inbox';
import { sleepOnClock, startScheduler } from '../scheduler/scheduler';
import { runScheduled } from '../scheduler/trigger';
import { seed } from '../seed/index';
import { writeLocalConfig } from './config';
import { type Emulators, startEmulators, stopLeftovers } from './emulators';
import { addressesOf, emulatorEnvironment, webFirebaseConfig } from './environment';
import { suiteFolder } from './folders';
import { functionParameters, functionSecrets } from './parameters';
import { type Offset, portsAt } from './ports';
import { requireFreePorts } from './requirePorts';

/** How many steps {@link startSuite} shows. */
export const SUITE_STEPS = 7;

export interface SuiteOptions {
  offset: Offset;
  /** Whether scheduled functions run at their times. Tests run them themselves. */
  scheduler: boolean;
  /** Whether the site is built; without it only the API answers. */
  site?: boolean;
  /** Whether it is filled; without it stays empty until it is reset. */
  seeded?: boolean;
  /** Whether it has an inbox; without it whoever started the suite is its mail server. */
  inbox?: boolean;
  progress: Progress;
  /** Aborts the start. */
  signal: AbortSignal;
}

export interface Suite {
  /** Resolves with the reason when a part of the suite ends without being stopped. */
  ended: Promise<Refusal>;
  /** Stops all that was started; no process is left. */
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
    now: Date.now,
    sleep: sleepOnClock,
  });
}

async function prepare({ offset, progress, signal }: SuiteOptions) {
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
  const building = buildFunctions(functions, functionParameters(ports), functionSecrets(ports));
  await progress.step('Building the functions', building);
  findOwnPackages(functions);
  signal.throwIfAborted();
  return binaries;
}

/** Builds the site while the emulators start, as they mostly wait. The first that fails ends the other. */
async function startBackend(
  { offset, progress, signal, site: withSite = true }: SuiteOptions,
  binaries: Record<string, string>,
  cleanups: Cleanup[],
): Promise<Emulators> {
  const group = new AbortController();
  const either = AbortSignal.any([signal, group.signal]);
  const { site, logs } = suiteFolder(offset);
  const firebase = webFirebaseConfig(portsAt(offset));
  const starting = startEmulators(offset, writeLocalConfig(offset), binaries, either);
  const building = withSite
    ? buildSite(site, firebase, join(logs, 'site.log'), either)
    : Promise.resolve(false);
  cleanups.push(() => starting.then(({ stop }) => stop()).catch(() => undefined));
  const both = Promise.all([building, starting]);
  both.catch(() => group.abort());
  const shown = (async () => {
    if (withSite) await progress.step('Building the site', building);
    return progress.step('Starting the emulators', starting);
  })();
  shown.catch(() => undefined);
  await both;
  return shown;
}

async function startServices(
  { offset, scheduler, seeded = true, inbox = true, progress }: SuiteOptions,
  cleanups: Cleanup[],
) {
  const ports = portsAt(offset);
  const env = emulatorEnvironment(ports);
  if (seeded) await progress.step('Seeding', seed({ ports, env, log: progress.note }));
  const start = async () => {
    if (inbox) cleanups.push(await startInbox(ports));
    if (scheduler) cleanups.push(schedulerOf(offset));
  };
  await progress.step(scheduler ? 'Starting inbox and scheduler' : 'Starting the inbox', start());
}

/**
 * Builds and starts a whole suite: emulators, site, seed, inbox and, if wanted, the scheduler.
 * @throws Refusal that says what went wrong; nothing is left running then
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
    return { ended, stop };
  } catch (error) {
    await stop();
    throw options.signal.aborted ? new Refusal('Stopped.') : error;
  }
}
