import { parseSlotId } from '@quantalgo/contracts/core/slots';
import * as z from 'zod/mini';
import { PRICES } from '../../src/capacity/costs';
import { runAndCapture } from '../../src/system/childProcess';
import { inRoot } from '../../src/system/root';
import type { Day } from './day';

/* Checks that a day neither lost nor duplicated anything. */

const entrySchema = z.object({ type: z.string(), slot: z.string() });
const signalSchema = z.object({ audience: z.string(), settlement: z.unknown() });

/** `slots` are those of both, in the ledger's order; epoch ms. */
export async function readDayRecord({ stage: { database } }: Day) {
  const [ledger, signals] = await Promise.all([
    database.collection('ledger').orderBy('seq').get(),
    database.collection('signals').get(),
  ]);
  const slotEntries = ledger.docs.flatMap((entry) => {
    const { data } = entrySchema.safeParse(entry.data());
    return data && (data.type === 'publication' || data.type === 'miss') ? [data] : [];
  });
  return {
    signals: signals.docs.map((document) => {
      const { audience, settlement } = signalSchema.parse(document.data());
      const { id } = document;
      return { id, at: parseSlotId(id), audience, isSettled: settlement !== null };
    }),
    misses: slotEntries.filter(({ type }) => type === 'miss').map(({ slot }) => parseSlotId(slot)),
    slots: slotEntries.map(({ slot }) => parseSlotId(slot)),
  };
}

/** Signals that a device lacks, has in another state, or may not have. */
export async function findMissingSignals(day: Day): Promise<string[]> {
  const { signals } = await readDayRecord(day);
  return day.members.flatMap(({ uid, audiences, stored }) => {
    const expected = signals.filter(({ audience }) => audiences.some((one) => one === audience));
    const ids = new Set(expected.map(({ id }) => id));
    const foreign = [...stored.signals.keys()].filter((id) => !ids.has(id));
    const missing = expected.filter(
      ({ id, isSettled }) => stored.signals.get(id)?.isSettled !== isSettled,
    );
    return [...foreign, ...missing.map(({ id }) => id)].map((id) => `${uid}: ${id}`);
  });
}

export async function findMissingInBrowsers(day: Day): Promise<string[]> {
  const { signals } = await readDayRecord(day);
  const stored = await day.browsers.stored();
  return stored.flatMap(({ member: { uid, audiences }, ids }) =>
    signals
      .filter(({ audience, id }) => audiences.some((one) => one === audience) && !ids.includes(id))
      .map(({ id }) => `${uid}: ${id}`),
  );
}

const ROOMS = ['posts', 'messages', 'journal', 'bots'] as const;

export async function findLostWrites({
  stage: { database },
  members,
  met,
}: Day): Promise<string[]> {
  const accepted = members.flatMap((member) => [...member.accepted.values()]);
  const acceptedPaths = new Set(accepted.map(({ document }) => document));
  const problems: string[] = [];
  for (const room of ROOMS) {
    const { docs } = await database.collection(room).get();
    const existingPaths = new Set(docs.map(({ ref }) => ref.path));
    const expected = [...acceptedPaths].filter((path) => path.startsWith(`${room}/`));
    const unexpected = [...existingPaths].filter(
      (path) => !acceptedPaths.has(path) && !met.unsure.has(path),
    );
    problems.push(
      ...expected.filter((path) => !existingPaths.has(path)).map((path) => `${path} is lost`),
    );
    problems.push(...unexpected.map((path) => `${path} is nobody’s`));
  }
  return problems;
}

const placeSchema = z.object({ uid: z.string(), seq: z.int() });

export async function findMiscountedJournals({ stage: { database }, members, met }: Day) {
  const { docs } = await database.collection('journal').get();
  const entries = docs.map((entry) => placeSchema.parse(entry.data()));
  return members.flatMap(({ uid, accepted }) => {
    const expected = [...accepted.values()].filter(({ document }) =>
      document.startsWith('journal/'),
    );
    const unsure = [...met.unsure].filter((path) => path.startsWith(`journal/${uid}_`));
    const storedCount = Math.max(0, ...entries.flatMap((one) => (one.uid === uid ? one.seq : [])));
    const surplus = storedCount - expected.length;
    return surplus < 0 || surplus > unsure.length
      ? [`${uid}: ${storedCount} changes, ${expected.length} of them accepted`]
      : [];
  });
}

export function findDuplicatePushes({ push: { received } }: Day): string[] {
  const times = new Map<string, number>();
  for (const { endpoint, payload } of received) {
    // Tests are requested until one arrives.
    if (payload.event === 'test') continue;
    const { id, title, body } = payload;
    const key = JSON.stringify([endpoint, id, title, body]);
    times.set(key, (times.get(key) ?? 0) + 1);
  }
  return [...times].flatMap(([key, count]) => (count > 1 ? [`${key} ${count} times`] : []));
}

/** The log's current root (`size:root@time`); null if there is none. */
export async function fetchCurrentRoot({ stage, clock }: Day): Promise<string | null> {
  const reply = await fetch(`${stage.site}/ledger/checkpoint`);
  const [, size = '', root = ''] = (await reply.text()).split('\n');
  return reply.ok ? `${size}:${root}@${new Date(clock.now()).toISOString()}` : null;
}

/** Runs the public verifier by the day's clock, with the roots noted during the day. */
export function runVerifier({ stage, clock }: Day, roots: readonly string[]) {
  const rootArgs = roots.flatMap((root) => ['--root', root]);
  const args = [inRoot('web', 'public', 'verify-ledger.mjs'), stage.site, ...rootArgs];
  const NODE_OPTIONS = `--import data:text/javascript,${encodeURIComponent(clock.code())}`;
  return runAndCapture({ program: process.execPath, args, env: { NODE_OPTIONS } });
}

export function formatDayCost({ used, members }: Day): string {
  const { reads, writes } = used();
  const delivered = members.reduce((sum, { stored }) => sum + stored.reads, 0);
  const dollars = (reads + delivered) * PRICES.read + writes * PRICES.write;
  return `${reads} reads and ${writes} writes of the functions, ${delivered} documents to devices: $ ${dollars.toFixed(4)} by docs/costs.md`;
}
