import { SLOT_MS } from '@quantalgo/contracts/core/slots';
import { MINUTE_MS } from '@quantalgo/contracts/core/time';
import type { Locator, Page } from '@playwright/test';
import * as z from 'zod/mini';

/** A signal as stored on the device, including the fields that no state changes. */
export const keptSignalSchema = z.looseObject({
  id: z.string(),
  settlement: z.unknown(),
});

type KeptSignal = z.infer<typeof keptSignalSchema>;

/** The device's data before a state is set up; signals are newest first. */
export interface Kept {
  /** Before its entry. */
  readonly newest: KeptSignal;
  readonly older: readonly KeptSignal[];
  /** Epoch ms. */
  readonly slot: number;
}

/** A state of the Signal Room: the rows that cause it and when it shows. */
export interface RoomState {
  readonly name: string;
  /** Time (ms) since the newest signal's slot. */
  readonly after: number;
  readonly rows: (kept: Kept) => readonly KeptSignal[];
  /** Visible once the page shows the state. */
  readonly sign: (page: Page) => Locator;
  /** All states with this flag have cards of the same height. */
  readonly alive?: true;
}

/** Odds that lead to each verdict at the stated payout. */
const PAYING = {
  firstEntry: { value: 61.4, low: 60.4, high: 62.4 },
  confidence: { value: 97.7, low: 97.1, high: 98.3 },
};
const DOUBTFUL = {
  firstEntry: { value: 54.6, low: 51.9, high: 57.3 },
  confidence: { value: 95.2, low: 94.1, high: 96.3 },
};
const LOSING = {
  moves: 99,
  firstEntry: { value: 49.6, low: 48.8, high: 50.4 },
  confidence: { value: 93.6, low: 93.2, high: 94 },
};

const says = (page: Page, words: RegExp | string) =>
  page.getByRole('article').getByText(words).filter({ visible: true }).first();

/** After the newest signal's second-to-last level has ended. */
const LATE_MS = 3 * SLOT_MS + 2 * MINUTE_MS;

export const beforeEntry = ({ entered: _, ...row }: KeptSignal): KeptSignal => ({
  ...row,
  settlement: null,
});

/** Room states of the newest signal, in the order of its life cycle. */
export const ROOM_STATES: readonly RoomState[] = [
  {
    name: 'pays',
    after: 2 * MINUTE_MS,
    rows: ({ newest }) => [{ ...newest, ...PAYING }],
    sign: (page) => says(page, /^Pays$/),
    alive: true,
  },
  {
    name: 'unclear',
    after: 2 * MINUTE_MS,
    rows: ({ newest }) => [{ ...newest, ...DOUBTFUL }],
    sign: (page) => says(page, 'Not enough results'),
  },
  {
    name: 'paper only',
    after: 2 * MINUTE_MS,
    rows: ({ newest }) => [{ ...newest, ...LOSING }],
    sign: (page) => says(page, 'Paper only'),
    alive: true,
  },
  {
    name: 'checking',
    after: SLOT_MS + 4000,
    rows: ({ newest }) => [{ ...newest, ...PAYING }],
    sign: (page) => says(page, 'Wait: price check'),
    alive: true,
  },
  {
    name: 'checking beside the next',
    after: 4000,
    rows: ({ newest, older }) => [
      newest,
      ...older.slice(0, 1).map((row) => ({ ...beforeEntry(row), ...PAYING })),
    ],
    sign: (page) => page.getByRole('list', { name: 'Signals to enter now' }),
  },
  {
    name: 'enter now',
    after: SLOT_MS + 8000,
    rows: ({ newest }) => [{ ...newest, ...PAYING, entered: true }],
    sign: (page) => says(page, 'Enter now'),
    alive: true,
  },
  {
    name: 'enter now, paper only',
    after: SLOT_MS + 8000,
    rows: ({ newest }) => [{ ...newest, ...LOSING, entered: true }],
    sign: (page) => says(page, 'Paper: enter now'),
    alive: true,
  },
  {
    name: 'no-go',
    after: SLOT_MS + 8000,
    rows: ({ newest }) => [{ ...newest, ...PAYING, entered: false }],
    sign: (page) => says(page, 'Do nothing'),
  },
  {
    name: 'running',
    after: LATE_MS,
    rows: ({ newest }) => [{ ...newest, ...PAYING, entered: true }],
    sign: (page) => says(page, 'Wait: level 2'),
    alive: true,
  },
  {
    name: 'waiting for the close',
    after: 5 * SLOT_MS + 5000,
    rows: ({ newest }) => [{ ...newest, ...PAYING, entered: true }],
    sign: (page) => says(page, 'Wait: closing price'),
    alive: true,
  },
];
