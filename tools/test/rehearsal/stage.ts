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
  portsAt,
  suiteFolder,
} from '../../src/suite/ports';
import { PASSWORD_PATHS } from '@quantalgo/functions/http/auth/passwordPaths';
import { personalIn } from '../../src/checks/suiteTests';
import { LOCAL_PUSH_KEYS } from '../../src/suite/environment';
import { openServices, type Services } from '../../src/suite/services';
import { mailsTo } from '../fixtures/client';
import type { CountedCall } from '../fixtures/promql';
import type { FakeTwelveData } from '../../../functions/test/platform/market/fakeTwelveData';
import { installArtefact } from './artefact';
import { type CloudEvent, createEventarc, type Eventarc, watchDocuments } from './events';
import { type Instance, type Platform, startInstance } from './instances';
import { behind, type FastClock, startProvider } from './outside';
import { distant, type Listening, serveHosting, serveRunApp } from './network';
import { serveCloudTasks } from './tasks';

/** How far (ms there and back) services are from an instance in the same region. */
const FIRESTORE_MS = 20;
const OTHERS_MS = 60;

/** Calls that have begun when a revision is replaced are answered by then (ms): Cloud Run ends no instance before. */
const DRAINED_MS = 20_000;

interface Options {
  /** The project whose database is used, if not the suite's own. */
  readonly project?: string;
  /** Folder of the built site, which then is served at the suite's port for it. */
  readonly site?: string;
  /** See {@link Platform}. */
  readonly outside?: Platform['outside'];
  /** By which the provider of prices goes. */
  readonly clock?: FastClock;
  /** Secrets that are no new keys. */
  readonly secrets?: Readonly<Record<string, string>>;
}

/** The address of each function's revision that a version of the site was released with. */
export type SitePin = ReadonlyMap<string, string>;

/** A project as it runs when it is deployed, but for Google's services: those are the emulators of a suite. */
export interface Stage extends Services {
  readonly project: string;
  /** The slot (epoch ms) that the publisher's clock stands at. */
  readonly slot: number;
  readonly provider: FakeTwelveData;
  /** Has the provider tell prices up to now, no longer up to that slot. */
  readonly tellPricesUpToNow: () => void;
  readonly events: Eventarc;
  /** The site's address, where it is served. */
  readonly site: string;
  /** The address of its own that the API has beside it. */
  readonly runApp: string;
  /** Drops the tasks that wait for their time, as a queue that was purged. */
  readonly purgeTasks: () => void;
  /** Brings the event to a function that a change of a file starts. */
  readonly tell: (name: string, event: CloudEvent) => void;
  /** Runs a scheduled function as Cloud Scheduler does, as due at `nominal` (epoch ms). Gives its status. */
  readonly schedule: (name: string, nominal: number) => Promise<number>;
  /** Starts the next revision of the API and leads all calls to it. Those that began before are answered. */
  readonly deployApi: () => Promise<void>;
  /** Starts the next revision of the API beside the one that the site is pinned to. Gives what the next site is pinned to. */
  readonly deployFunctions: () => Promise<SitePin>;
  /** What the live site is pinned to. */
  readonly sitePin: () => SitePin;
  /** Releases a version of the site. */
  readonly releaseSite: (pin: SitePin) => void;
  /** Ends the instances of a function, or of all. The next call starts another. */
  readonly endInstances: (name: string) => Promise<void>;
  /** Every call of a function other than the API so far, as Cloud Run counts them. */
  readonly calls: () => CountedCall[];
  /** The messages that a function has logged about what has this id. */
  readonly logged: (name: string, id: string) => string[];
  /** The most memory (MiB) that each function has had, and what it may have. */
  readonly memory: () => Promise<{ name: string; most: number; allowed: number }[]>;
  /** What went wrong without a caller seeing it: logged errors or personal data, lost events, more memory than allowed. */
  readonly faults: () => Promise<string[]>;
  readonly close: () => Promise<void>;
}

/** The ways to the services, each as far as it is. */
async function openWays({ auth, firestore, storage, smtp }: Ports) {
  const ways = await Promise.all([
    distant(firestore, FIRESTORE_MS),
    ...[auth, storage, smtp].map((port) => distant(port, OTHERS_MS)),
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

/** The lines that all instances of a function have logged. */
const linesOf = (logs: string, name: string): string[] =>
  readFileSync(join(logs, `${name}.log`), 'utf8').split('\n');

/** The lines in the logs of a folder that tell of an error, or what is nobody's business. */
const faultsIn = (logs: string): string[] =>
  readdirSync(logs).flatMap((file) => {
    const name = file.replace(/\.log$/, '');
    const lines = linesOf(logs, name);
    const errors = lines.filter((line) => ERROR.test(line)).map((line) => line.slice(0, 400));
    const personal = personalIn(lines.map((line) => `> ${line}`).join('\n'));
    return [...errors, ...personal].map((fault) => `${name}: ${fault}`);
  });

/** The functions of a platform: an instance of each, which the first call starts. */
function createService(platform: Platform) {
  const running = new Map<string, Promise<Instance>>();
  const busy = new Map<string, Promise<unknown>>();
  const peaks = new Map<string, { most: number; allowed: number }>();
  const retiring: Promise<void>[] = [];
  const pinned: (() => Promise<void>)[] = [];
  const answered: { service: string; status: number; at: number }[] = [];
  let revision = 1;
  const note = (name: string, { memory }: Instance) => {
    const { most, allowed } = memory();
    peaks.set(name, { most: Math.max(most, peaks.get(name)?.most ?? 0), allowed });
  };
  const instanceOf = (name: string) => {
    const known = running.get(name);
    if (known) return known;
    const instance = startInstance(platform, name, revision);
    running.set(name, instance);
    // The next call starts another one.
    instance.catch(() => running.delete(name));
    return instance;
  };
  const retire = async (name: string, instance: Promise<Instance> | undefined) => {
    const ending = await instance?.catch(() => undefined);
    if (ending) note(name, ending);
    await ending?.stop();
  };
  const end = (name: string) => {
    const instance = running.get(name);
    running.delete(name);
    return retire(name, instance);
  };
  return {
    instanceOf,
    end,
    async post(name: string, headers: Readonly<Record<string, string>>, body: BodyInit) {
      const call = async () => {
        const { url } = await instanceOf(name);
        const reply = await fetch(url, { method: 'POST', headers, body });
        answered.push({ service: name.toLowerCase(), status: reply.status, at: Date.now() });
        return reply;
      };
      if (platform.artefact.functions[name]?.concurrency !== 1) return call();
      const turn = (busy.get(name) ?? Promise.resolve()).then(call, call);
      busy.set(name, turn);
      return turn;
    },
    /** Starts the next revision of a function; the one before goes on, as a site may be pinned to it. */
    async add(name: string) {
      revision += 1;
      const before = running.get(name);
      running.set(name, Promise.resolve(await startInstance(platform, name, revision)));
      pinned.push(() => retire(name, before));
    },
    async replace(name: string) {
      revision += 1;
      const before = running.get(name);
      const next = await startInstance(platform, name, revision);
      running.set(name, Promise.resolve(next));
      retiring.push(wait(DRAINED_MS).then(() => retire(name, before)));
    },
    calls: () => answered.map(({ at, ...call }) => ({ ...call, ago: (Date.now() - at) / 1000 })),
    /** The most memory (MiB) that each function has had, and what it may have. */
    async memory() {
      for (const [name, instance] of running) note(name, await instance);
      return [...peaks].map(([name, { most, allowed }]) => ({ name, most, allowed }));
    },
    endAll: () =>
      Promise.all([...retiring, ...pinned.map((end) => end()), ...[...running.keys()].map(end)]),
  };
}

const API_FUNCTIONS = ['api', 'passwords'] as const;

/** The function that serves a call to one of its own addresses. */
const functionFor = (url: string): (typeof API_FUNCTIONS)[number] =>
  PASSWORD_PATHS.has(new URL(url, 'http://localhost').pathname) ? 'passwords' : 'api';

/** Cloud Run serves calls to a function by its newest revision, and those of the site by the one it is pinned to. */
async function openDoors(
  service: ReturnType<typeof createService>,
  site: string | undefined,
  port: number,
) {
  const newest = async (): Promise<SitePin> => {
    const lead = async (name: string) => [name, (await service.instanceOf(name)).url] as const;
    return new Map(await Promise.all(API_FUNCTIONS.map(lead)));
  };
  let urls = await newest();
  let pin = urls;
  const runApp = await serveRunApp((url) => urls.get(functionFor(url)) ?? '');
  const hosting =
    site === undefined ? null : await serveHosting(site, port, (name) => pin.get(name) ?? '');
  const doors: Listening[] = hosting ? [runApp, hosting] : [runApp];
  return {
    runApp: `http://${HOST}:${runApp.port}`,
    deployApi: async () => {
      await Promise.all(API_FUNCTIONS.map((name) => service.replace(name)));
      urls = await newest();
      pin = urls;
    },
    deployFunctions: async () => {
      await Promise.all(API_FUNCTIONS.map((name) => service.add(name)));
      urls = await newest();
      return urls;
    },
    sitePin: () => pin,
    releaseSite: (to: SitePin) => {
      pin = to;
    },
    close: () => Promise.all(doors.map((door) => door.close())),
  };
}

/**
 * Deploys the functions beside the suite at this offset, which runs without functions of its own.
 * @throws Refusal where they do not install or load, Error where one does not start
 */
export async function openStage(offset: Offset, options: Options = {}): Promise<Stage> {
  const { project = PROJECT, site, outside = () => undefined, clock, secrets } = options;
  const market = await startProvider(clock);
  const ports = portsAt(offset);
  const events = createEventarc(
    async (name, { headers, body }) => (await service.post(name, headers, body)).ok,
  );
  const tasks = await serveCloudTasks(events, clock ?? { now: Date.now, speed: 1 });
  const logs = join(suiteFolder(offset).logs, 'rehearsal');
  rmSync(logs, { recursive: true, force: true });
  mkdirSync(logs, { recursive: true });
  const { services, mail, ways } = await openWays(ports);
  const artefact = await installArtefact(join(suiteFolder(offset).folder, 'artefact'), {
    settings: { VAPID_PUBLIC_KEY: LOCAL_PUSH_KEYS.publicKey, ...market.settings },
    secrets: {
      SMTP_URL: mail,
      VAPID_PRIVATE_KEY: LOCAL_PUSH_KEYS.privateKey,
      ...market.secrets,
      // A site without a bot.
      TELEGRAM_BOT_TOKEN: 'off',
      TELEGRAM_WEBHOOK_SECRET: 'off',
      ...secrets,
    },
  });
  const world = (name: string) =>
    outside(name) ?? (name === 'publishSignal' ? behind(market.slot) : undefined);
  const platform = {
    artefact,
    project,
    bucket: BUCKET,
    services: { ...services, CLOUD_TASKS_EMULATOR_HOST: `${HOST}:${tasks.port}` },
    logs,
    outside: world,
  };
  const service = createService(platform);
  const doors = await openDoors(service, site, ports.site);
  const near = openServices(ports, `rehearsal of ${project}`, project);
  const unwatch = await watchDocuments({ database: near.database, project }, artefact, events);
  return {
    ...near,
    project,
    slot: market.slot,
    provider: market.provider,
    tellPricesUpToNow: () => {
      market.provider.now = Date.now();
    },
    events,
    site: `http://${HOST}:${ports.site}`,
    runApp: doors.runApp,
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
    deployApi: doors.deployApi,
    deployFunctions: doors.deployFunctions,
    sitePin: doors.sitePin,
    releaseSite: doors.releaseSite,
    endInstances: service.end,
    calls: service.calls,
    logged: (name, id) => linesOf(logs, name).filter((line) => line.includes(id)),
    memory: () => service.memory(),
    faults: async () => {
      const overspent = (await service.memory()).filter(({ most, allowed }) => most > allowed);
      return [
        ...faultsIn(logs),
        ...events.failed,
        ...overspent.map(({ name }) => `Memory of ${name}`),
      ];
    },
    close: async () => {
      unwatch();
      await events.quiet();
      await tasks.close();
      await Promise.all([doors.close(), service.endAll()]);
      await Promise.all([...ways.map((way) => way.close()), near.close(), market.provider.close()]);
    },
  };
}

/** One mail was queued for this address, tried once, and came once, however often its event was brought. */
export async function expectMailedOnce({ database, events }: Stage, email: string): Promise<void> {
  assert.equal((await mailsTo(email)).length, 1, 'the mail comes');
  await events.quiet();
  const { docs } = await database.collection('mail').where('to', '==', email).get();
  const tries = docs.map((mail): unknown[] => [mail.get('state'), mail.get('attempts')]);
  assert.deepEqual(tries, [['sent', 1]]);
  assert.equal((await mailsTo(email)).length, 1, 'the mail comes once');
}
