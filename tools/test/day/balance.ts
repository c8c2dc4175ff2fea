import { slotStartOfId } from '@quantalgo/contracts/core/slots';
import * as z from 'zod/mini';
import { PRICES } from '../../src/capacity/costs';
import { runQuietly } from '../../src/system/childProcess';
import { inRoot } from '../../src/system/root';
import type { Day } from './day';

/* What a day leaves: whether anything of it is lost, or there twice. */

const entrySchema = z.object({ type: z.string(), slot: z.string() });
const signalSchema = z.object({ audience: z.string(), settlement: z.unknown() });

/** The signals, the missed slots, and the slots of both (epoch ms) as the ledger has them, in its order. */
export async function recordOf({ stage: { database } }: Day) {
  const [ledger, signals] = await Promise.all([
    database.collection('ledger').orderBy('seq').get(),
    database.collection('signals').get(),
  ]);
  const words = ledger.docs.flatMap((entry) => {
    const { data } = entrySchema.safeParse(entry.data());
    return data && (data.type === 'publication' || data.type === 'miss') ? [data] : [];
  });
  return {
    signals: signals.docs.map((document) => {
      const { audience, settlement } = signalSchema.parse(document.data());
      const { id } = document;
      return { id, at: slotStartOfId(id), audience, isSettled: settlement !== null };
    }),
    misses: words.filter(({ type }) => type === 'miss').map(({ slot }) => slotStartOfId(slot)),
    slots: words.map(({ slot }) => slotStartOfId(slot)),
  };
}

/** Signals that a device of a member who may see them lacks or has otherwise than they are, or may not have. */
export async function lackingSignals(day: Day): Promise<string[]> {
  const { signals } = await recordOf(day);
  return day.members.flatMap(({ uid, audiences, stored }) => {
    const own = signals.filter(({ audience }) => audiences.some((one) => one === audience));
    const ids = new Set(own.map(({ id }) => id));
    const foreign = [...stored.signals.keys()].filter((id) => !ids.has(id));
    const lacking = own.filter(
      ({ id, isSettled }) => stored.signals.get(id)?.isSettled !== isSettled,
    );
    return [...foreign, ...lacking.map(({ id }) => id)].map((id) => `${uid}: ${id}`);
  });
}

/** Signals that a member's browser lacks. */
export async function lackingInBrowsers(day: Day): Promise<string[]> {
  const { signals } = await recordOf(day);
  const stored = await day.browsers.stored();
  return stored.flatMap(({ member: { uid, audiences }, ids }) =>
    signals
      .filter(({ audience, id }) => audiences.some((one) => one === audience) && !ids.includes(id))
      .map(({ id }) => `${uid}: ${id}`),
  );
}

const ROOMS = ['posts', 'messages', 'journal', 'bots'] as const;

/** Changes that a member was told are saved and that are not there, or of which there is more than was accepted. */
export async function lostWrites({ stage: { database }, members, met }: Day): Promise<string[]> {
  const accepted = members.flatMap((member) => [...member.accepted.values()]);
  const told = new Set(accepted.map(({ document }) => document));
  const found: string[] = [];
  for (const room of ROOMS) {
    const { docs } = await database.collection(room).get();
    const there = new Set(docs.map(({ ref }) => ref.path));
    const own = [...told].filter((path) => path.startsWith(`${room}/`));
    const unknown = [...there].filter((path) => !told.has(path) && !met.unsure.has(path));
    found.push(...own.filter((path) => !there.has(path)).map((path) => `${path} is lost`));
    found.push(...unknown.map((path) => `${path} is nobody’s`));
  }
  return found;
}

const placeSchema = z.object({ uid: z.string(), seq: z.int() });

/** Members whose journal counts another number of changes than were accepted of them. */
export async function miscountedJournals({ stage: { database }, members, met }: Day) {
  const { docs } = await database.collection('journal').get();
  const entries = docs.map((entry) => placeSchema.parse(entry.data()));
  return members.flatMap(({ uid, accepted }) => {
    const own = [...accepted.values()].filter(({ document }) => document.startsWith('journal/'));
    const unsure = [...met.unsure].filter((path) => path.startsWith(`journal/${uid}_`));
    const counted = Math.max(0, ...entries.flatMap((one) => (one.uid === uid ? one.seq : [])));
    const beyond = counted - own.length;
    return beyond < 0 || beyond > unsure.length
      ? [`${uid}: ${counted} changes, ${own.length} of them accepted`]
      : [];
  });
}

/** Notifications that a device was sent more than once. */
export function doubledPushes({ push: { received } }: Day): string[] {
  const times = new Map<string, number>();
  for (const { endpoint, payload } of received) {
    // A test is asked for again until it comes.
    if (payload.event === 'test') continue;
    const { id, title, body } = payload;
    const told = JSON.stringify([endpoint, id, title, body]);
    times.set(told, (times.get(told) ?? 0) + 1);
  }
  return [...times].flatMap(([told, count]) => (count > 1 ? [`${told} ${count} times`] : []));
}

/** The root of the log (`size:root@time`) as somebody would note it now; null before there is one. */
export async function rootNow({ stage, clock }: Day): Promise<string | null> {
  const reply = await fetch(`${stage.site}/ledger/checkpoint`);
  const [, size = '', root = ''] = (await reply.text()).split('\n');
  return reply.ok ? `${size}:${root}@${new Date(clock.now()).toISOString()}` : null;
}

/** What the public verifier says of the record by the day's clock, with roots that were noted in it. */
export function verified({ stage, clock }: Day, roots: readonly string[]) {
  const noted = roots.flatMap((root) => ['--root', root]);
  const args = [inRoot('web', 'public', 'verify-ledger.mjs'), stage.site, ...noted];
  const NODE_OPTIONS = `--import data:text/javascript,${encodeURIComponent(clock.code())}`;
  return runQuietly({ program: process.execPath, args, env: { NODE_OPTIONS } });
}

/** What the day cost, in words. */
export function moneyFor({ used, members }: Day): string {
  const { reads, writes } = used();
  const delivered = members.reduce((sum, { stored }) => sum + stored.reads, 0);
  const dollars = (reads + delivered) * PRICES.read + writes * PRICES.write;
  return `${reads} reads and ${writes} writes of the functions, ${delivered} documents to devices: $ ${dollars.toFixed(4)} by docs/costs.md`;
}
