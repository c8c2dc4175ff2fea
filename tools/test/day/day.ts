import { mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { HOUR_MS, SCHEDULES } from '@quantalgo/contracts/core/time';
import * as z from 'zod/mini';
import { environmentAt } from '../../src/checks/suiteTests';
import { LOCAL_KEYS } from '../../src/suite/environment';
import { type Offset, portsAt, suiteFolder } from '../../src/suite/ports';
import { startScheduler } from '../../src/suite/scheduler';
import { startMailSink } from '../faults/mail';
import { startPushService } from '../fixtures/pushService';
import { type FastClock, isOpen, metered, ownDeadlines, towards } from '../rehearsal/outside';
import { openStage } from '../rehearsal/stage';
import { openBrowsers } from './browsers';
import { type Done, newStaff } from './staff';
import { createLine, type Member, type Met, newMember } from './members';

/** It asks a time authority on the internet. */
const ASKS_ANOTHER = 'stampHead';
/** Begins exactly when its slot does, whatever else is due then. */
const PUBLISHER = 'publishSignal';
/** Functions that call push services. */
const SENDERS = new Set(['sendPush', 'sendSignal', 'resumePushes']);
/** Logins hash passwords, which is slow by design. */
const OPENED_AT_ONCE = 10;
/** A member does something this often (ms of the day). */
const ACTS_EVERY_MS = HOUR_MS / 3;

/** The newest time (epoch ms) from which the market stays open for so many hours, all of them past by now. */
export function openFor(hours: number): number {
  const slots = Array.from({ length: hours * 12 }, (_, slot) => slot * (HOUR_MS / 12));
  let from = Math.floor(Date.now() / HOUR_MS) * HOUR_MS - hours * HOUR_MS;
  while (!slots.every((after) => isOpen(from + after))) from -= HOUR_MS;
  return from;
}

const usedSchema = z.object({ reads: z.number(), writes: z.number() });

/** What all instances of a run have read and written in Firestore. */
function usedIn(folder: string): z.infer<typeof usedSchema> {
  const all = readdirSync(folder).map((file) =>
    usedSchema.parse(JSON.parse(readFileSync(join(folder, file), 'utf8'))),
  );
  const sum = (name: 'reads' | 'writes') => all.reduce((total, one) => total + one[name], 0);
  return { reads: sum('reads'), writes: sum('writes') };
}

async function inTens<T>(all: readonly T[], work: (one: T) => Promise<unknown>): Promise<void> {
  const left = [...all];
  const worker = async () => {
    for (let one = left.shift(); one !== undefined; one = left.shift()) await work(one);
  };
  await Promise.all(Array.from({ length: OPENED_AT_ONCE }, worker));
}

/** Deploys the project beside the suite at this offset, with nobody in it yet. */
async function openScene(offset: Offset, clock: FastClock) {
  Object.assign(process.env, environmentAt(offset));
  const { folder, site } = suiteFolder(offset);
  const counts = join(folder, 'used');
  rmSync(counts, { recursive: true, force: true });
  mkdirSync(counts, { recursive: true });
  let pushesAreDown = false;
  const push = await startPushService(() => (pushesAreDown ? { status: 503 } : undefined));
  const mail = await startMailSink(portsAt(offset));
  const outside = (name: string) =>
    [ownDeadlines, clock.code(), metered(counts), SENDERS.has(name) ? towards(push.url) : ''].join(
      '\n',
    );
  const secrets = { PASSWORD_PEPPER: LOCAL_KEYS.passwordPepper };
  const stage = await openStage(offset, { clock, outside, secrets, site });
  return {
    clock,
    ports: portsAt(offset),
    stage,
    push,
    mail,
    line: createLine(),
    met: {
      calls: 0,
      lost: 0,
      failed: [],
      differed: [],
      replays: 0,
      unsure: new Set(),
    } satisfies Met,
    done: { decided: 0, changed: 0 } satisfies Done,
    setPushes: (areDown: boolean) => {
      pushesAreDown = areDown;
    },
    /** What the functions read and wrote in Firestore so far. */
    used: () => usedIn(counts),
    leave: async () => {
      await stage.close();
      await Promise.all([push.close(), mail.goDown()]);
    },
  };
}

/** Lets so many members and three of staff in; some members have a browser beside their device. */
async function populate(
  scene: Awaited<ReturnType<typeof openScene>>,
  counts: { readonly members: number; readonly browsers: number },
) {
  const { stage, clock, done } = scene;
  const members: Member[] = [];
  while (members.length < counts.members)
    members.push(await newMember({ ...scene, now: clock.now }, members.length + 1));
  await inTens(members, ({ open }) => open());
  const staff = await Promise.all([1, 2, 3].map((nth) => newStaff(stage, nth, clock.now, done)));
  const seen = members.slice(0, counts.browsers);
  return { members, staff, browsers: await openBrowsers(scene, seen) };
}

/** Opens the project that lives through a day on the suite at this offset, before the day begins. */
export async function openDay(
  offset: Offset,
  clock: FastClock,
  counts: { readonly members: number; readonly browsers: number },
) {
  const scene = await openScene(offset, clock);
  const people = await populate(scene, counts).catch(async (error: unknown) => {
    await scene.leave();
    throw error;
  });
  const { members, browsers } = people;
  return {
    ...scene,
    ...people,
    /** Sets the clock to `at` (epoch ms): no function runs meanwhile. */
    jumpTo: async (at: number) => {
      const { stage } = scene;
      const running = (await stage.memory())
        .map(({ name }) => name)
        .filter((name) => name !== 'api' && name !== 'passwords');
      clock.jumpTo(at);
      await Promise.all(running.map(stage.endInstances));
      await stage.deployApi();
    },
    /** Cuts the members' line, with what is on its way. */
    cutLine: async () => {
      scene.line.goDown();
      await Promise.all(members.map(({ setOnline }) => setOnline(false)));
      await browsers.setOnline(false);
    },
    /** Mends it: all members open the app again, with new sessions. */
    restoreLine: async () => {
      scene.line.comeBack();
      await browsers.setOnline(true);
      await inTens(members, ({ open }) => open());
    },
    close: async () => {
      await browsers.close();
      await inTens(members, (member) => member.close());
      await scene.leave();
    },
  };
}
export type Day = Awaited<ReturnType<typeof openDay>>;

/** Has the schedules run by the day's clock. @returns stops them */
export function runSchedules({ clock, stage }: Day, log: (line: string) => void) {
  const sleep = async (ms: number, signal: AbortSignal) => {
    const until = clock.now() + ms;
    while (clock.now() < until)
      await wait(Math.max(1, (until - clock.now()) / clock.speed), undefined, { signal });
  };
  const run = async (name: string, nominal: number) => {
    const status = await stage.schedule(name, nominal);
    if (status !== 200) throw new Error(`${name} answered ${status}`);
  };
  const tell = (line: string) => {
    if (!line.endsWith('done')) log(line);
  };
  const order = { run, log: tell, now: clock.now, sleep };
  const others = SCHEDULES.filter(({ name }) => name !== ASKS_ANOTHER && name !== PUBLISHER);
  const stops = [
    startScheduler({ ...order, schedules: SCHEDULES.filter(({ name }) => name === PUBLISHER) }),
    startScheduler({ ...order, schedules: others }),
  ];
  return () => Promise.all(stops.map((stop) => stop()));
}

/**
 * Has members and staff do what they do until the day is over. Resolves once each has an answer to their last call.
 * @throws AssertionError where staff are not let do it
 */
export async function liveOn({ clock, members, staff }: Day, over: AbortSignal): Promise<void> {
  // Staff come last: a code of their second factor opens once.
  const all = [...members, ...staff];
  const live = async ({ act }: Pick<Member, 'act'>, nth: number) => {
    const rest = (ms: number) => wait(ms / clock.speed, true, { signal: over }).catch(() => false);
    let goesOn = await rest(((nth + 1) / all.length) * ACTS_EVERY_MS);
    while (goesOn) {
      await act(over);
      goesOn = await rest(ACTS_EVERY_MS);
    }
  };
  await Promise.all(all.map(live));
}
