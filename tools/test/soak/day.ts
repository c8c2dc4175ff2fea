import { mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { HOUR_MS, SCHEDULES } from '@quantalgo/contracts/core/time';
import * as z from 'zod/mini';
import { buildTestEnvironment } from '../../src/checks/suiteTests';
import { LOCAL_KEYS } from '../../src/suite/environment';
import { type Offset, getPorts, getSuitePaths } from '../../src/suite/ports';
import { startScheduler } from '../../src/suite/scheduler';
import { startMailSink } from '../chaos/mail';
import { startPushService } from '../fixtures/pushService';
import {
  type FastClock,
  isOpen,
  buildMeterCode,
  MACHINE_DEADLINES_CODE,
  buildPushRedirectCode,
} from '../release/outside';
import { openStage } from '../release/stage';
import { openBrowsers } from './browsers';
import { type StaffStats, newStaff } from './staff';
import { createLine, type Member, type MemberStats, newMember } from './members';

/** Calls a time authority on the internet. */
const EXTERNAL_JOB = 'stampHead';
/** Starts exactly with its slot, whatever else is due then. */
const PUBLISHER = 'publishSignal';
const SENDERS = new Set(['sendPush', 'sendSignal', 'resumePushes']);
/** Logins hash passwords, which is slow by design. */
const MAX_PARALLEL_LOGINS = 10;
/** In ms of the day. */
const ACTION_INTERVAL_MS = HOUR_MS / 3;

/**
 * The newest time (epoch ms) from which the market stays open for so many hours, all of them past.
 */
export function findOpenHours(hours: number): number {
  const slots = Array.from({ length: hours * 12 }, (_, slot) => slot * (HOUR_MS / 12));
  let from = Math.floor(Date.now() / HOUR_MS) * HOUR_MS - hours * HOUR_MS;
  while (!slots.every((after) => isOpen(from + after))) from -= HOUR_MS;
  return from;
}

const usedSchema = z.object({ reads: z.number(), writes: z.number() });

function readUsage(folder: string): z.infer<typeof usedSchema> {
  const all = readdirSync(folder).map((file) =>
    usedSchema.parse(JSON.parse(readFileSync(join(folder, file), 'utf8'))),
  );
  const sum = (name: 'reads' | 'writes') => all.reduce((total, one) => total + one[name], 0);
  return { reads: sum('reads'), writes: sum('writes') };
}

async function runInParallel<T>(
  all: readonly T[],
  work: (one: T) => Promise<unknown>,
): Promise<void> {
  const queue = [...all];
  const worker = async () => {
    for (let one = queue.shift(); one !== undefined; one = queue.shift()) await work(one);
  };
  await Promise.all(Array.from({ length: MAX_PARALLEL_LOGINS }, worker));
}

async function openScene(offset: Offset, clock: FastClock) {
  Object.assign(process.env, buildTestEnvironment(offset));
  const { folder, site } = getSuitePaths(offset);
  const counts = join(folder, 'used');
  rmSync(counts, { recursive: true, force: true });
  mkdirSync(counts, { recursive: true });
  let pushesAreDown = false;
  const push = await startPushService(() => (pushesAreDown ? { status: 503 } : undefined));
  const mail = await startMailSink(getPorts(offset));
  const outside = (name: string) =>
    [
      MACHINE_DEADLINES_CODE,
      clock.code(),
      buildMeterCode(counts),
      SENDERS.has(name) ? buildPushRedirectCode(push.url) : '',
    ].join('\n');
  const secrets = { PASSWORD_PEPPER: LOCAL_KEYS.passwordPepper };
  const stage = await openStage(offset, { clock, outside, secrets, site });
  return {
    clock,
    ports: getPorts(offset),
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
    } satisfies MemberStats,
    done: { decided: 0, changed: 0 } satisfies StaffStats,
    setPushes: (areDown: boolean) => {
      pushesAreDown = areDown;
    },
    used: () => readUsage(counts),
    leave: async () => {
      await stage.close();
      await Promise.all([push.close(), mail.goDown()]);
    },
  };
}

async function populate(
  scene: Awaited<ReturnType<typeof openScene>>,
  counts: { readonly members: number; readonly browsers: number },
) {
  const { stage, clock, done } = scene;
  const members: Member[] = [];
  while (members.length < counts.members)
    members.push(await newMember({ ...scene, now: clock.now }, members.length + 1));
  await runInParallel(members, ({ open }) => open());
  const staff = await Promise.all([1, 2, 3].map((nth) => newStaff(stage, nth, clock.now, done)));
  const browserMembers = members.slice(0, counts.browsers);
  return { members, staff, browsers: await openBrowsers(scene, browserMembers) };
}

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
    /** Sets the clock to `at` (epoch ms) while no function runs. */
    jumpTo: async (at: number) => {
      const { stage } = scene;
      const running = (await stage.memory())
        .map(({ name }) => name)
        .filter((name) => name !== 'api' && name !== 'passwords');
      clock.jumpTo(at);
      await Promise.all(running.map(stage.endInstances));
      await stage.deployApi();
    },
    cutLine: async () => {
      scene.line.goDown();
      await Promise.all(members.map(({ setOnline }) => setOnline(false)));
      await browsers.setOnline(false);
    },
    restoreLine: async () => {
      scene.line.comeBack();
      await browsers.setOnline(true);
      await runInParallel(members, ({ open }) => open());
    },
    close: async () => {
      await browsers.close();
      await runInParallel(members, (member) => member.close());
      await scene.leave();
    },
  };
}
export type Day = Awaited<ReturnType<typeof openDay>>;

/** Runs the schedules by the day's clock. @returns stops them */
export function runSchedules({ clock, stage }: Day, log: (line: string) => void) {
  const sleep = async (ms: number, signal: AbortSignal) => {
    const endsAt = clock.now() + ms;
    while (clock.now() < endsAt)
      await wait(Math.max(1, (endsAt - clock.now()) / clock.speed), undefined, { signal });
  };
  const run = async (name: string, nominal: number) => {
    const status = await stage.schedule(name, nominal);
    if (status !== 200) throw new Error(`${name} answered ${status}`);
  };
  const logFailure = (line: string) => {
    if (!line.endsWith('done')) log(line);
  };
  const options = { run, log: logFailure, now: clock.now, sleep };
  const others = SCHEDULES.filter(({ name }) => name !== EXTERNAL_JOB && name !== PUBLISHER);
  const stops = [
    startScheduler({ ...options, schedules: SCHEDULES.filter(({ name }) => name === PUBLISHER) }),
    startScheduler({ ...options, schedules: others }),
  ];
  return () => Promise.all(stops.map((stop) => stop()));
}

/**
 * Members and staff act until the day ends. Resolves once each has a reply to their last call.
 * @throws AssertionError if staff are refused
 */
export async function runMembersAndStaff(
  { clock, members, staff }: Day,
  endSignal: AbortSignal,
): Promise<void> {
  // Staff come last: a second-factor code works only once.
  const all = [...members, ...staff];
  const live = async ({ act }: Pick<Member, 'act'>, nth: number) => {
    const pause = (ms: number) =>
      wait(ms / clock.speed, true, { signal: endSignal }).catch(() => false);
    let isRunning = await pause(((nth + 1) / all.length) * ACTION_INTERVAL_MS);
    while (isRunning) {
      await act(endSignal);
      isRunning = await pause(ACTION_INTERVAL_MS);
    }
  };
  await Promise.all(all.map(live));
}
