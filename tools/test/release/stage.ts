import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import {
  type Ports,
  BUCKET,
  HOST,
  PROJECT,
  type Offset,
  getPorts,
  getSuitePaths,
} from '../../src/suite/ports';
import { PASSWORD_PATHS } from '@quantalgo/functions/http/auth/passwordPaths';
import { findPersonalData } from '../../src/checks/suiteTests';
import { LOCAL_PUSH_KEYS } from '../../src/suite/environment';
import { openServices, type Services } from '../../src/suite/services';
import { mailsTo } from '../fixtures/client';
import type { CountedCall } from '../fixtures/promql';
import type { FakeTwelveData } from '../../../functions/test/platform/market/fakeTwelveData';
import { installArtefact } from './artefact';
import { type CloudEvent, createEventarc, type Eventarc, watchDocuments } from './events';
import { type Instance, type Platform, startInstance } from './instances';
import { buildSlotClockCode, type FastClock, startProvider } from './outside';
import { openDelayedPort, type Listening, serveHosting, serveRunApp } from './network';
import { serveCloudTasks } from './tasks';

/** Round trips from an instance in the same region. */
const FIRESTORE_MS = 20;
const OTHERS_MS = 60;

/** Cloud Run lets a replaced revision answer its pending calls for at least this long. */
const DRAIN_MS = 20_000;

interface Options {
  readonly project?: string;
  readonly site?: string;
  readonly outside?: Platform['outside'];
  readonly clock?: FastClock;
  /** Secrets that aren't random keys. */
  readonly secrets?: Readonly<Record<string, string>>;
}

/** Addresses of the functions' revisions that a version of the site was released with. */
export type SitePin = ReadonlyMap<string, string>;

/** A deployed project, with a suite's emulators instead of Google's services. */
export interface Stage extends Services {
  readonly project: string;
  /** Epoch ms; the publisher's clock stands still there. */
  readonly slot: number;
  readonly provider: FakeTwelveData;
  /** By default prices end at that slot. */
  readonly tellPricesUpToNow: () => void;
  readonly events: Eventarc;
  readonly site: string;
  readonly runApp: string;
  readonly purgeTasks: () => void;
  readonly tell: (name: string, event: CloudEvent) => void;
  /** Like Cloud Scheduler, as due at `nominal` (epoch ms). @returns the status */
  readonly schedule: (name: string, nominal: number) => Promise<number>;
  /** Starts the API's next revision and directs all calls to it; pending ones are answered. */
  readonly deployApi: () => Promise<void>;
  /** Starts the API's next revision beside the site's. @returns the pin for the next site */
  readonly deployFunctions: () => Promise<SitePin>;
  readonly sitePin: () => SitePin;
  readonly releaseSite: (pin: SitePin) => void;
  readonly endInstances: (name: string) => Promise<void>;
  /** All but the API's so far, as Cloud Run counts them. */
  readonly calls: () => CountedCall[];
  readonly logged: (name: string, id: string) => string[];
  /** In MiB. */
  readonly memory: () => Promise<{ name: string; most: number; allowed: number }[]>;
  /**
   * Problems that no caller sees: logged errors or personal data, lost events, more memory than
   * allowed.
   */
  readonly faults: () => Promise<string[]>;
  readonly close: () => Promise<void>;
}

async function openWays({ auth, firestore, storage, smtp }: Ports) {
  const ways = await Promise.all([
    openDelayedPort(firestore, FIRESTORE_MS),
    ...[auth, storage, smtp].map((port) => openDelayedPort(port, OTHERS_MS)),
  ]);
  const [toFirestore, toAuth, toStorage, toMail] = ways.map(({ port }) => `${HOST}:${port}`);
  return {
    services: {
      FIRESTORE_EMULATOR_HOST: toFirestore ?? '',
      FIREBASE_AUTH_EMULATOR_HOST: toAuth ?? '',
      FIREBASE_STORAGE_EMULATOR_HOST: toStorage ?? '',
      METADATA_SERVER_DETECTION: 'none',
    },
    mail: `smtp://${toMail ?? ''}`,
    ways,
  };
}

const ERROR = /"severity":"(ERROR|CRITICAL|ALERT|EMERGENCY)"/;

const readLines = (logs: string, name: string): string[] =>
  readFileSync(join(logs, `${name}.log`), 'utf8').split('\n');

const findFaults = (logs: string): string[] =>
  readdirSync(logs).flatMap((file) => {
    const name = file.replace(/\.log$/, '');
    const lines = readLines(logs, name);
    const errors = lines.filter((line) => ERROR.test(line)).map((line) => line.slice(0, 400));
    const personal = findPersonalData(lines.map((line) => `> ${line}`).join('\n'));
    return [...errors, ...personal].map((fault) => `${name}: ${fault}`);
  });

/** One instance per function, started by the first call. */
function createService(platform: Platform) {
  const running = new Map<string, Promise<Instance>>();
  const busy = new Map<string, Promise<unknown>>();
  const peaks = new Map<string, { most: number; allowed: number }>();
  const retiring: Promise<void>[] = [];
  const pinnedCleanups: (() => Promise<void>)[] = [];
  const answeredCalls: { service: string; status: number; at: number }[] = [];
  let revision = 1;
  const recordPeak = (name: string, { memory }: Instance) => {
    const { most, allowed } = memory();
    peaks.set(name, { most: Math.max(most, peaks.get(name)?.most ?? 0), allowed });
  };
  const getInstance = (name: string) => {
    const existing = running.get(name);
    if (existing) return existing;
    const instance = startInstance(platform, name, revision);
    running.set(name, instance);
    // The next call starts another one.
    instance.catch(() => running.delete(name));
    return instance;
  };
  const retire = async (name: string, instance: Promise<Instance> | undefined) => {
    const current = await instance?.catch(() => undefined);
    if (current) recordPeak(name, current);
    await current?.stop();
  };
  const end = (name: string) => {
    const instance = running.get(name);
    running.delete(name);
    return retire(name, instance);
  };
  return {
    getInstance,
    end,
    async post(name: string, headers: Readonly<Record<string, string>>, body: BodyInit) {
      const call = async () => {
        const { url } = await getInstance(name);
        const reply = await fetch(url, { method: 'POST', headers, body });
        answeredCalls.push({ service: name.toLowerCase(), status: reply.status, at: Date.now() });
        return reply;
      };
      if (platform.artefact.functions[name]?.concurrency !== 1) return call();
      const turn = (busy.get(name) ?? Promise.resolve()).then(call, call);
      busy.set(name, turn);
      return turn;
    },
    /**
     * Starts a function's next revision. The previous one goes on, because a site may be pinned to
     * it.
     */
    async add(name: string) {
      revision += 1;
      const previous = running.get(name);
      running.set(name, Promise.resolve(await startInstance(platform, name, revision)));
      pinnedCleanups.push(() => retire(name, previous));
    },
    async replace(name: string) {
      revision += 1;
      const previous = running.get(name);
      const next = await startInstance(platform, name, revision);
      running.set(name, Promise.resolve(next));
      retiring.push(wait(DRAIN_MS).then(() => retire(name, previous)));
    },
    calls: () =>
      answeredCalls.map(({ at, ...call }) => ({ ...call, ago: (Date.now() - at) / 1000 })),
    async memory() {
      for (const [name, instance] of running) recordPeak(name, await instance);
      return [...peaks].map(([name, { most, allowed }]) => ({ name, most, allowed }));
    },
    endAll: () =>
      Promise.all([
        ...retiring,
        ...pinnedCleanups.map((end) => end()),
        ...[...running.keys()].map(end),
      ]),
  };
}

const API_FUNCTIONS = ['api', 'passwords'] as const;

const getApiFunction = (url: string): (typeof API_FUNCTIONS)[number] =>
  PASSWORD_PATHS.has(new URL(url, 'http://localhost').pathname) ? 'passwords' : 'api';

/**
 * Cloud Run serves calls by a function's newest revision, and the site's calls by the one that it
 * is pinned to.
 */
async function serveAddresses(
  service: ReturnType<typeof createService>,
  site: string | undefined,
  port: number,
) {
  const readNewest = async (): Promise<SitePin> => {
    const getEntry = async (name: string) => [name, (await service.getInstance(name)).url] as const;
    return new Map(await Promise.all(API_FUNCTIONS.map(getEntry)));
  };
  let urls = await readNewest();
  let pin = urls;
  const runApp = await serveRunApp((url) => urls.get(getApiFunction(url)) ?? '');
  const hosting =
    site === undefined ? null : await serveHosting(site, port, (name) => pin.get(name) ?? '');
  const servers: Listening[] = hosting ? [runApp, hosting] : [runApp];
  return {
    runApp: `http://${HOST}:${runApp.port}`,
    deployApi: async () => {
      await Promise.all(API_FUNCTIONS.map((name) => service.replace(name)));
      urls = await readNewest();
      pin = urls;
    },
    deployFunctions: async () => {
      await Promise.all(API_FUNCTIONS.map((name) => service.add(name)));
      urls = await readNewest();
      return urls;
    },
    sitePin: () => pin,
    releaseSite: (to: SitePin) => {
      pin = to;
    },
    close: () => Promise.all(servers.map((server) => server.close())),
  };
}

/**
 * Deploys the functions beside the suite at this offset, which runs without functions.
 * @throws CommandError if they don't install or load, Error if one doesn't start
 */
export async function openStage(offset: Offset, options: Options = {}): Promise<Stage> {
  const { project = PROJECT, site, outside = () => undefined, clock, secrets } = options;
  const market = await startProvider(clock);
  const ports = getPorts(offset);
  const events = createEventarc(
    async (name, { headers, body }) => (await service.post(name, headers, body)).ok,
  );
  const tasks = await serveCloudTasks(events, clock ?? { now: Date.now, speed: 1 });
  const logs = join(getSuitePaths(offset).logs, 'rehearsal');
  rmSync(logs, { recursive: true, force: true });
  mkdirSync(logs, { recursive: true });
  const { services, mail, ways } = await openWays(ports);
  const artefact = await installArtefact(join(getSuitePaths(offset).folder, 'artefact'), {
    settings: { VAPID_PUBLIC_KEY: LOCAL_PUSH_KEYS.publicKey, ...market.settings },
    secrets: {
      SMTP_URL: mail,
      VAPID_PRIVATE_KEY: LOCAL_PUSH_KEYS.privateKey,
      ...market.secrets,
      // A site without a bot.
      TELEGRAM_BOT_TOKEN: 'off',
      TELEGRAM_WEBHOOK_SECRET: 'off',
      BROKER_POSTBACK_SECRET: 'off',
      ...secrets,
    },
  });
  const world = (name: string) =>
    outside(name) ?? (name === 'publishSignal' ? buildSlotClockCode(market.slot) : undefined);
  const platform = {
    artefact,
    project,
    bucket: BUCKET,
    services: { ...services, CLOUD_TASKS_EMULATOR_HOST: `${HOST}:${tasks.port}` },
    logs,
    outside: world,
  };
  const service = createService(platform);
  const servers = await serveAddresses(service, site, ports.site);
  const localServices = openServices(ports, `rehearsal of ${project}`, project);
  const unwatch = await watchDocuments(
    { database: localServices.database, project },
    artefact,
    events,
  );
  return {
    ...localServices,
    project,
    slot: market.slot,
    provider: market.provider,
    tellPricesUpToNow: () => {
      market.provider.now = Date.now();
    },
    events,
    site: `http://${HOST}:${ports.site}`,
    runApp: servers.runApp,
    purgeTasks: tasks.purge,
    tell: (name, event) => events.take(name, event),
    schedule: async (name, nominal) => {
      const headers = {
        'content-type': 'application/json',
        'user-agent': 'Google-Cloud-Scheduler',
        'x-cloudscheduler': 'true',
        'x-cloudscheduler-scheduletime': new Date(nominal).toISOString(),
      };
      return (await service.post(name, headers, '{}')).status;
    },
    deployApi: servers.deployApi,
    deployFunctions: servers.deployFunctions,
    sitePin: servers.sitePin,
    releaseSite: servers.releaseSite,
    endInstances: service.end,
    calls: service.calls,
    logged: (name, id) => readLines(logs, name).filter((line) => line.includes(id)),
    memory: () => service.memory(),
    faults: async () => {
      const excess = (await service.memory()).filter(({ most, allowed }) => most > allowed);
      return [
        ...findFaults(logs),
        ...events.failed,
        ...excess.map(({ name }) => `Memory of ${name}`),
      ];
    },
    close: async () => {
      unwatch();
      await events.quiet();
      await tasks.close();
      await Promise.all([servers.close(), service.endAll()]);
      await Promise.all([
        ...ways.map((way) => way.close()),
        localServices.close(),
        market.provider.close(),
      ]);
    },
  };
}

/**
 * One email was queued for this address, tried once, and arrived once, however often its event was
 * delivered.
 */
export async function expectMailedOnce({ database, events }: Stage, email: string): Promise<void> {
  assert.equal((await mailsTo(email)).length, 1, 'the mail comes');
  await events.quiet();
  const { docs } = await database.collection('mail').where('to', '==', email).get();
  const tries = docs.map((mail): unknown[] => [mail.get('state'), mail.get('attempts')]);
  assert.deepEqual(tries, [['sent', 1]]);
  assert.equal((await mailsTo(email)).length, 1, 'the mail comes once');
}
