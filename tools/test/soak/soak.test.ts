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

/* A trading day of a deployed project by a clock that goes faster: `npm run test:soak`. */

const offset = readOffset(process.env['PORT_OFFSET'], 3000);

/** How many times as fast the clock goes. */
const SPEED = Number(process.env['SPEED'] ?? 24);
const A_MOMENT_MS = 50;
/** Hours that the day is squeezed into; what happens in it keeps its order. */
const HOURS = Number(process.env['HOURS'] ?? 24);
const MEMBERS = Number(process.env['MEMBERS'] ?? 100);
const BROWSERS = Number(process.env['BROWSERS'] ?? 4);
/** Until all members are there, and after the last signal until it has ended (hours). */
const BESIDES = 4;
const SETTLED_WITHIN_MS = (3 * HOUR_MS) / SPEED;

/** What the day jumps over, if anything. */
const form = z.parse(z.optional(z.enum(JUMPING_FORMS)), process.env['FORM']);
const jump = form === undefined ? null : JUMPS[form]();
const timetable = form !== undefined && jump ? buildJumpTimetable(form, jump) : TIMETABLE;

let day: Day;
const roots: string[] = [];
let began = 0;
const over = new AbortController();
// Every member waits for it.
setMaxListeners(0, over.signal);
let close = () => Promise.resolve();
let stopSchedules = () => Promise.resolve<unknown>(undefined);
let lives = Promise.resolve();

/** The time of the day, `14:05`, and what is to be told. */
const tell = (line: string) =>
  console.log(`${new Date(day.clock.now()).toISOString().slice(11, 16)} ${line}`);

/** What was lived of the day, in its hours. */
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
  // Whoever waits for the day's end is told.
  lives.catch(() => undefined);
  tell('the day begins');
});
afterAll(async () => {
  over.abort();
  await lives.catch(() => undefined);
  await stopSchedules();
  await close();
});

/** No time authority is reached, and the committed list of Hosting's networks isn't fetched, during a day. */
const ALWAYS_EXPLAINED = /"alarm":"(?:stamps-late|networks-old)"/;

describe('the day', () => {
  it.each(timetable)('goes on: $name', async ({ at, name, lasts, bringAbout }) => {
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

  it('ends, and all that was published has ended', async () => {
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

  // Apart from the test before, so that nothing runs on if that fails.
  it('comes to rest', async () => {
    await stopSchedules();
    stopSchedules = () => Promise.resolve(undefined);
    for (const name of ['retryMail', 'resumePushes', 'settleSignals'])
      assert.equal(await day.stage.schedule(name, day.clock.now()), 200);
    await day.stage.events.quiet();
  });
});

describe('at its end', () => {
  it('each slot has one word', async () => {
    const { signals, misses, slots } = await readDayRecord(day);
    tell(`${signals.length} signals, ${misses.length} misses of ${slots.length} slots`);
    expect(new Set(slots).size).toBe(slots.length);
    expect(signals.length).toBeGreaterThan(0);
    const last = Math.max(...slots);
    for (let slot = Math.min(...slots); slot <= last; slot += SLOT_MS)
      expect(slots.includes(slot), slotId(slot)).toBe(isOpen(slot));
  });

  it('the record begins with every root that was noted in the day, as anybody can verify', async () => {
    const { code, output } = await runVerifier(day, roots);
    expect(code, output).toBe(0);
    tell(`${roots.length} roots were noted; the verifier: ${output.trim().split('\n').at(-1)}`);
  });

  it('each signal is on the device of each member who may see it, as it ended', async () => {
    const whole = async () => (await findMissingSignals(day)).length === 0 || null;
    await eventually('all signals', whole).catch(() => undefined);
    expect(await findMissingSignals(day)).toEqual([]);
  });

  it('each of them is in the real browsers, too, which are told of the next', async () => {
    const whole = async () => (await findMissingInBrowsers(day)).length === 0 || null;
    await eventually('all signals', whole).catch(() => undefined);
    expect(await findMissingInBrowsers(day)).toEqual([]);
    const stream = () => day.browsers.withoutStream().length === 0 || null;
    await eventually('a stream of each browser', stream);
  });

  it('each change that was accepted is there once, and none that was refused', async () => {
    expect(await findLostWrites(day)).toEqual([]);
    expect(await findMiscountedJournals(day)).toEqual([]);
    expect(day.met.differed).toEqual([]);
    tell(
      `${day.met.calls} calls, ${day.met.lost} lost with the line, ${day.met.replays} sent again`,
    );
  });

  it('no device was told twice of a signal', () => expect(findDuplicatePushes(day)).toEqual([]));

  it('no call was left without an answer while the line was up', () =>
    expect(day.met.failed).toEqual([]));

  it('no error was logged that nothing explains, and nothing personal', async () => {
    const explained = [ALWAYS_EXPLAINED, ...timetable.flatMap(({ explains }) => explains ?? [])];
    const faults = await day.stage.faults();
    expect(faults.filter((fault) => !explained.some((one) => one.test(fault)))).toEqual([]);
  });

  it('every invariant holds', async () => {
    const suite = openSuite(day.ports);
    try {
      const { failed, output } = await scanInvariants(suite, 0, day.clock.now);
      expect(failed, output).toBe(0);
    } finally {
      await suite.close();
    }
  });

  it('what it cost is counted', () => tell(formatDayCost(day)));
});
