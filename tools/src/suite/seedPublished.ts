import { randomUUID } from 'node:crypto';
import {
  type Configuration,
  newConfiguration,
  PRESETS,
  signalDocumentSchema,
  SLOT_MS,
} from '@quantalgo/contracts';
import { foldPublications } from '@quantalgo/functions/platform/paper/fold';
import { chooseDisplayName, publish, withdraw } from '@quantalgo/functions/platform/paper/publish';
import type { Firestore } from 'firebase-admin/firestore';

const bot = (change: Partial<Configuration> = {}): Configuration => ({
  ...newConfiguration(0),
  ...change,
});

/** Who publishes in a demonstration, under names that say so; the last bot is withdrawn if that is said. */
const PUBLISHERS = [
  { uid: 'seed-starter', name: 'Demo Starter', bots: [bot()], withdrawn: false },
  {
    uid: 'seed-essential',
    name: 'Demo Essential',
    bots: [bot(PRESETS.Conservative), bot(PRESETS.Aggressive), bot({ mostOpen: 2 })],
    withdrawn: true,
  },
  {
    uid: 'seed-staff',
    name: 'Demo Desk',
    bots: [bot({ stake: { kind: 'percent', hundredths: 100 }, levels: 2 })],
    withdrawn: false,
  },
] as const;

/** When the demonstration's first signal was published (epoch ms); null without signals. */
async function firstSignalAt(database: Firestore): Promise<number | null> {
  const { docs } = await database.collection('signals').orderBy('createdAt').limit(1).get();
  const [first] = docs;
  return first ? signalDocumentSchema.parse(first.data()).createdAt : null;
}

/**
 * Publishes a few configurations under names that mark them as the demonstration's, from its first signal on, and folds
 * all its settlements into them.
 * @param now epoch ms
 * @returns a line about them
 */
export async function seedPublished(database: Firestore, now: number): Promise<string> {
  const first = await firstSignalAt(database);
  if (first === null) return 'Nothing to play, so nothing is published.';
  const at = first - SLOT_MS;
  for (const { uid, name, bots, withdrawn } of PUBLISHERS) {
    await chooseDisplayName(database, { uid, name }, at);
    let last = '';
    for (const configuration of bots) {
      const call = { uid, key: randomUUID(), asks: '' };
      const { publications } = await publish(database, { call, configuration }, at);
      last = publications.at(-1)?.id ?? '';
    }
    if (withdrawn) await withdraw(database, { uid, id: last }, Math.round((first + now) / 2));
  }
  let folded = 0;
  for (let more = Infinity; more > 0; folded += more) more = await foldPublications(database, now);
  return `${PUBLISHERS.length} demonstration members publish, over ${folded} settled signals.`;
}
