import assert from 'node:assert/strict';
import { setMaxListeners } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { SLOT_MS, slotId } from '@quantalgo/contracts/core/slots';
import { HOUR_MS } from '@quantalgo/contracts/core/time';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { readOffset } from '../../src/suite/ports';
import { openSuite, scanInvariants } from '../../src/suite/project';
import { eventually } from '../chaos/place';
import { createFastClock, isOpen } from '../release/outside';
import {
  findDuplicatePushes,
  findMissingInBrowsers,
  findMissingSignals,
  findLostWrites,
  findMiscountedJournals,
  formatDayCost,
  readDayRecord,
  fetchCurrentRoot,
  runVerifier,
} from './balance';
import { type Day, runMembersAndStaff, openDay, findOpenHours, runSchedules } from './day';
import { JUMPING_FORMS } from './forms';
import { getRunStart, JUMPS, buildJumpTimetable } from './jumps';
import { TIMETABLE } from './timetable';

/* A trading day of a deployed project on a faster clock: `npm run test:soak`. */

const offset = readOffset(process.env['PORT_OFFSET'], 3000);

/** How many times faster than real time the clock runs. */
const SPEED = Number(process.env['SPEED'] ?? 24);
const A_MOMENT_MS = 50;
/** Hours that the day is compressed into; its events keep their order. */
const HOURS = Number(process.env['HOURS'] ?? 24);
const MEMBERS = Number(process.env['MEMBERS'] ?? 100);
const BROWSERS = Number(process.env['BROWSERS'] ?? 4);
/** Hours before the day to add all members, and after it until the last signal ends. */
const BESIDES = 4;
const SETTLED_WITHIN_MS = (3 * HOUR_MS) / SPEED;

/** The period that the day jumps over, if any. */
const form = z.parse(z.optional(z.enum(JUMPING_FORMS)), process.env['FORM']);
const jump = form === undefined ? null : JUMPS[form]();
const timetable = form !== undefined && jump ? buildJumpTimetable(form, jump) : TIMETABLE;

let day: Day;
const roots: string[] = [];
let began = 0;
const over = new AbortController();
// Every member listens to it.
setMaxListeners(0, over.signal);
let close = () => Promise.resolve();
let stopSchedules = () => Promise.resolve<unknown>(undefined);
let lives = Promise.resolve();

/** Logs a line with the day's time, `14:05`. */
const tell = (line: string) =>
  console.log(`${new Date(day.clock.now()).toISOString().slice(11, 16)} ${line}`);

/** Hours of the day that have passed. */
const lived = () => ((day.clock.now() - day.clock.skipped() - began) / HOUR_MS) * (24 / HOURS);

/** Waits for an hour of the day. */
async function until(hour: number): Promise<void> {
  while (lived() < hour) await wait(A_MOMENT_MS);
}

beforeAll(async () => {
  const clock = createFastClock(jump ? getRunStart(jump) : findOpenHours(HOURS + BESIDES), SPEED);
  day = await openDay(offset, clock, { members: MEMBERS, browsers: BROWSERS });
  ({ close } = day);
  tell(`${MEMBERS} members are there`);
  await day.stage.schedule('refitCalibrations', clock.now());
  began = clock.now();
  stopSchedules = runSchedules(day, tell);
  lives = runMembersAndStaff(day, over.signal);
  // A failure is reported to the tests that await it.
  lives.catch(() => undefined);
  tell('the day begins');
});
afterAll(async () => {
  over.abort();
  await lives.catch(() => undefined);
  await stopSchedules();
  await close();
});

/** A day reaches no time authority and doesn't refresh the list of Hosting's networks. */
const ALWAYS_EXPLAINED = /"alarm":"(?:stamps-late|networks-old)"/;

describe('trading day', () => {
  it.each(timetable)('survives $name', async ({ at, name, lasts, bringAbout }) => {
    await until(at);
    tell(`${name} …`);
    const { heal, holds } = await bringAbout(day);
    try {
      await until(lived() + lasts);
    } finally {
      await heal();
    }
    tell(`  healed: ${await holds()}`);
    const root = await fetchCurrentRoot(day);
    if (root !== null) roots.push(root);
  });

  it('settles every published signal by its end', async () => {
    await until(24);
    over.abort();
    await lives;
    const { decided, changed } = day.done;
    tell(`the members rest; staff looked at ${decided} posts and changed ${changed} accesses`);
    const { signals } = await readDayRecord(day);
    const ids = new Set(signals.map(({ id }) => id));
    await eventually(
      'every signal of the day settled',
      async () => {
        const now = await readDayRecord(day);
        return !now.signals.some(({ id, isSettled }) => ids.has(id) && !isSettled) || null;
      },
      SETTLED_WITHIN_MS,
    );
  });

  // A separate test, so that the schedules stop even if the previous one fails.
  it('drains its queues once the schedules stop', async () => {
    await stopSchedules();
    stopSchedules = () => Promise.resolve(undefined);
    for (const name of ['retryMail', 'resumePushes', 'settleSignals'])
      assert.equal(await day.stage.schedule(name, day.clock.now()), 200);
    await day.stage.events.quiet();
  });
});

describe('project after the day', () => {
  it('recorded one signal or miss for every open slot', async () => {
    const { signals, misses, slots } = await readDayRecord(day);
    tell(`${signals.length} signals, ${misses.length} misses of ${slots.length} slots`);
    expect(new Set(slots).size).toBe(slots.length);
    expect(signals.length).toBeGreaterThan(0);
    const last = Math.max(...slots);
    for (let slot = Math.min(...slots); slot <= last; slot += SLOT_MS)
      expect(slots.includes(slot), slotId(slot)).toBe(isOpen(slot));
  });

  it('has a record that extends every root noted during the day', async () => {
    const { code, output } = await runVerifier(day, roots);
    expect(code, output).toBe(0);
    tell(`${roots.length} roots were noted; the verifier: ${output.trim().split('\n').at(-1)}`);
  });

  it('has every signal with its result on each entitled member’s device', async () => {
    const whole = async () => (await findMissingSignals(day)).length === 0 || null;
    await eventually('all signals', whole).catch(() => undefined);
    expect(await findMissingSignals(day)).toEqual([]);
  });

  it('has every signal in the real browsers, which still have a stream', async () => {
    const whole = async () => (await findMissingInBrowsers(day)).length === 0 || null;
    await eventually('all signals', whole).catch(() => undefined);
    expect(await findMissingInBrowsers(day)).toEqual([]);
    const stream = () => day.browsers.withoutStream().length === 0 || null;
    await eventually('a stream of each browser', stream);
  });

  it('has each accepted change once and no refused one', async () => {
    expect(await findLostWrites(day)).toEqual([]);
    expect(await findMiscountedJournals(day)).toEqual([]);
    expect(day.met.differed).toEqual([]);
    tell(
      `${day.met.calls} calls, ${day.met.lost} lost with the line, ${day.met.replays} sent again`,
    );
  });

  it('pushed no signal to a device twice', () => expect(findDuplicatePushes(day)).toEqual([]));

  it('left no request unanswered while members were online', () =>
    expect(day.met.failed).toEqual([]));

  it('logged no unexplained errors and no personal data', async () => {
    const explained = [ALWAYS_EXPLAINED, ...timetable.flatMap(({ explains }) => explains ?? [])];
    const faults = await day.stage.faults();
    expect(faults.filter((fault) => !explained.some((one) => one.test(fault)))).toEqual([]);
  });

  it('satisfies every invariant', async () => {
    const suite = openSuite(day.ports);
    try {
      const { failed, output } = await scanInvariants(suite, 0, day.clock.now);
      expect(failed, output).toBe(0);
    } finally {
      await suite.close();
    }
  });

  it('reports what the day cost', () => tell(formatDayCost(day)));
});
