import { SLOT_MS, slotStart } from '@quantalgo/contracts';
import { type Publication, type SlotStep } from '@quantalgo/functions/domain/record';
import { runPublisher } from '@quantalgo/functions/platform/record/publish';
import { parseEnvironment } from '@quantalgo/functions/platform/core/environment';
import { type MarketData } from '@quantalgo/functions/platform/market/marketData';
import { openMarket } from '@quantalgo/functions/platform/market/openMarket';
import { HEAD_PATH, headOf } from '@quantalgo/functions/platform/record/ledger';
import { settleDue } from '@quantalgo/functions/platform/record/settle';
import { type Firestore } from 'firebase-admin/firestore';
import { functionParameters } from './environment';
import { type Ports } from './ports';

/** The jobs run this long (ms) after the start of their slot. */
const JOB_STARTS_AFTER_MS = 1000;
/** Slots in a row that may bring no signal before something must be wrong. */
const MOST_WITHOUT_SIGNAL = 12;

/**
 * Publishes and settles as the scheduled jobs of a suite do, but whenever it is told to: its clock stands in the slot
 * that follows the record's newest one.
 */
export interface Publisher {
  /**
   * Runs the job of the next slot, on whatever market it meets.
   * @returns the slot (epoch ms), and what became of it; null when it was recorded before
   */
  next: (on?: Conditions) => Promise<{ slot: number; step: SlotStep | null }>;
  /**
   * Publishes the next signal.
   * @returns it, and when (epoch ms, this machine's clock) its transaction was known to be committed
   * @throws Error when an hour of slots brings none
   */
  publish: () => Promise<{ signal: Publication; committedAt: number }>;
  /** Settles what is due by now, the time of the newest slot. Gives the ids of the signals settled. */
  settle: (on?: Conditions) => Promise<string[]>;
}

/** What a job meets in the place of the suite's market and of a clock in the slot. */
export interface Conditions {
  readonly market?: (sound: MarketData) => MarketData;
  /** Is told each time that the job looks at its clock. */
  readonly looked?: () => void;
}

async function newestSlot(database: Firestore, { source }: MarketData): Promise<number> {
  const head = headOf(await database.doc(HEAD_PATH).get(), source);
  if (typeof head?.lastSlot !== 'number') throw new Error('The suite has no record: seed it first');
  return head.lastSlot;
}

/** A publisher of the suite whose database this is. */
export async function openPublisher(database: Firestore, ports: Ports): Promise<Publisher> {
  const sound = await openMarket(parseEnvironment(functionParameters(ports)));
  const inSlot = (slot: number, { market = () => sound, looked }: Conditions = {}) => ({
    market: market(sound),
    clock: () => {
      looked?.();
      return slot + JOB_STARTS_AFTER_MS;
    },
  });
  const run = (slot: number, on?: Conditions) => runPublisher(database, slot, inSlot(slot, on));
  return {
    async next(on) {
      const slot = (await newestSlot(database, sound)) + SLOT_MS;
      return { slot, step: await run(slot, on) };
    },
    async publish() {
      const newest = await newestSlot(database, sound);
      for (let ahead = 1; ahead <= MOST_WITHOUT_SIGNAL; ahead += 1) {
        const step = await run(newest + ahead * SLOT_MS);
        const committedAt = Date.now();
        if (step?.state === 'published') return { signal: step.publication, committedAt };
      }
      throw new Error('No slot of the next hour brought a signal');
    },
    async settle(on) {
      return settleDue(database, inSlot(await newestSlot(database, sound), on));
    },
  };
}

/**
 * Runs the publisher until it is `ahead` (ms) of the running slot: a slot, so that whoever is connected is live and stays
 * so for five minutes; nothing, for a signal that can be entered right now.
 */
export async function liveUntilNow(
  { publish, settle }: Publisher,
  ahead: number = SLOT_MS,
): Promise<void> {
  const last = slotStart(Date.now()) + ahead;
  let newest = 0;
  while (newest < last) newest = (await publish()).signal.createdAt;
  await settle();
}
