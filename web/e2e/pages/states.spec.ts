import { join } from 'node:path';
import { expect, type Page, test } from '@playwright/test';
import { PATHS } from '@quantalgo/contracts/core/paths';
import { SLOT_MS, slotId } from '@quantalgo/contracts/core/slots';
import { dayEnd, MINUTE_MS, WAT } from '@quantalgo/contracts/core/time';
import * as z from 'zod/mini';
import { getDatabaseName } from '../../src/data/database/databases';
import { type HeldClock, holdableClock } from '../support/clock';
import { readStoredSignals } from '../support/device';
import { signAnew } from '../support/foreignKey';
import { readRows, writeRows } from '../support/keptRows';
import { enter } from '../support/login';
import { expectLive, freshness } from '../support/room';
import { addresses, ESSENTIAL, newMember, publisher, services } from '../support/suite';
import { THEMES } from './cases';
import {
  beforeEntry,
  type Kept,
  keptSignalSchema,
  ROOM_STATES,
  type RoomState,
} from './roomStates';
import { applyAppFont, expectSettled } from './visit';

const FOLDER = join(import.meta.dirname, '../../../.local/screenshots');

const SIZES = [
  { width: 390, height: 844 },
  { width: 1280, height: 800 },
];

/** Slots without a signal after the newest one: its last level ends, and the stream still counts as live. */
const QUIET_SLOTS = 6;

/** The currency market's close from Friday to Sunday. */
const CLOSED_MS = 48 * 60 * MINUTE_MS;

let page: Page;
let clock: HeldClock;
let uid: string;
let stored: Kept;

/** Publishes two signals in a row, then none. @returns the second one's slot (epoch ms) */
async function publishLast(): Promise<number> {
  const { publish, next, settle } = await publisher;
  let before = 0;
  let { signal } = await publish();
  while (signal.createdAt - before !== SLOT_MS) {
    before = signal.createdAt;
    ({ signal } = await publish());
  }
  await settle();
  const candles = () => Promise.reject(new Error('The source did not answer in time'));
  for (let slots = 0; slots < QUIET_SLOTS; slots += 1)
    await next({ market: (sound) => ({ ...sound, candles }) });
  return signal.createdAt;
}

const getSignalTable = () => ({ database: getDatabaseName(uid), table: 'signals' });

/** Leaves the app for a plain document and releases the clock. */
async function leave(): Promise<void> {
  await page.goto(PATHS.terms);
  await clock.release();
}

/** Opens the room with the data now stored on the device. */
async function openRoom(): Promise<void> {
  await page.goto(PATHS.signals);
  await expectLive(page);
  await applyAppFont(page);
  await expectSettled(page);
}

test.beforeAll(async ({ browser }) => {
  const slot = await publishLast();
  const context = await browser.newContext({
    baseURL: addresses.site,
    serviceWorkers: 'block',
    reducedMotion: 'reduce',
  });
  page = await context.newPage();
  clock = await holdableClock(page);
  const member = await newMember(ESSENTIAL);
  ({ uid } = member);
  await enter(page, member);
  await expectLive(page);
  const ids = async () => (await readStoredSignals(page, uid)).map(({ id }) => id);
  await expect.poll(ids).toContain(slotId(slot));
  const rows = z.array(keptSignalSchema).parse(await readRows(page, getSignalTable()));
  const [newest, ...older] = rows.reverse();
  if (!newest) throw new Error('There is no signal on the device');
  stored = { newest: beforeEntry(newest), older, slot };
});
test.afterAll(() => page.context().close());

/** Stores a state on the device and opens the room at its time. */
async function bringAbout({ rows, after }: RoomState): Promise<void> {
  await leave();
  const signals = [stored.newest, ...stored.older, ...rows(stored)];
  await writeRows(
    page,
    getSignalTable(),
    signals.map((row) => ({ row })),
  );
  await openRoom();
  await clock.hold(stored.slot + after);
}

/** Takes the room's first screen on a phone and a desktop, in both themes. */
async function take(name: string): Promise<void> {
  const file = `state-${name.replaceAll(' ', '-')}.png`;
  for (const colorScheme of THEMES)
    for (const size of SIZES) {
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize(size);
      const path = join(FOLDER, colorScheme, `${size.width}`, file);
      await page.screenshot({ path, animations: 'disabled' });
    }
}

/** Heights (px) of a live signal's card by viewport width: they must not differ between states. */
const heights = new Map<number, Set<number>>();

async function expectSameHeight(): Promise<void> {
  for (const size of SIZES) {
    await page.setViewportSize(size);
    const box = await page.getByRole('article').first().boundingBox();
    if (!box) throw new Error('There is no card');
    const seen = new Set(heights.get(size.width)).add(Math.round(box.height));
    heights.set(size.width, seen);
    expect([...seen], `heights at ${size.width} px`).toHaveLength(1);
  }
}

for (const state of ROOM_STATES)
  test(`the room: ${state.name}`, async () => {
    await bringAbout(state);
    await expect(state.sign(page)).toBeVisible();
    if (state.alive) await expectSameHeight();
    await take(state.name);
  });

test('the room: market closed', async () => {
  const { next, settle } = await publisher;
  const opensAt = stored.slot + CLOSED_MS;
  await next({ market: (sound) => ({ ...sound, isOpen: (slot) => slot >= opensAt }) });
  await settle();
  await leave();
  await page.goto(PATHS.signals);
  await expect(freshness(page, /^Market closed/)).toBeAttached();
  await expectSettled(page);
  await expect(page.getByText(/^The market opens/)).toBeVisible();
  await clock.hold(stored.slot + (QUIET_SLOTS + 1.5) * SLOT_MS);
  await take('market closed');
  await (await publisher).publish();
});

test('the room: stopped for today', async () => {
  const stoppedUntil = new Date(dayEnd(stored.slot, WAT));
  await services.database.doc(`users/${uid}`).update({ stoppedUntil });
  await leave();
  await openRoom();
  await expect(page.getByRole('heading', { name: 'You stopped for today' })).toBeVisible();
  await take('stopped for today');
  await services.database.doc(`users/${uid}`).update({ stoppedUntil: null });
});

test('the room: red bar', async () => {
  const { signal } = await (await publisher).publish();
  await leave();
  await signAnew(page);
  const bar = page.getByRole('alert').filter({ hasText: 'signed with a different key' });
  await expect(async () => {
    await openRoom();
    await expect(bar).toBeVisible({ timeout: 15_000 });
  }).toPass();
  await clock.hold(signal.createdAt + MINUTE_MS);
  await take('red bar');
});
