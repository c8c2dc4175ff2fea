import { slotId, SLOT_MS } from '@quantalgo/contracts/core/slots';
import { signedIn } from '../http/members';
import { signalDocument } from './signalDocuments';
import { startApi } from '../http/suite';

const FIRST = Date.parse('2026-11-20T12:00:00Z');

/** How many signals there are, one a slot. */
export const COUNT = 12;

/** Start (epoch ms) of the slot of a signal, by its number from 0 on. */
export const slotOf = (index: number) => FIRST + index * SLOT_MS;

/** Ids of signals by their numbers. */
export const ids = (...indexes: number[]) => indexes.map((index) => slotId(slotOf(index)));

/** A minute after the last of the signals was published (epoch ms). */
export const SHORTLY_AFTER = slotOf(COUNT - 1) + 60_000;

/** Every third signal is basic. */
const audienceAt = (index: number) => (index % 3 === 0 ? 'basic' : 'order-flow');

/** The API over these signals, and tokens of a starter and of an essential member. */
export async function startWithSignals(project: string, clock: () => number) {
  const api = await startApi(project, { clock });
  for (let index = 0; index < COUNT; index += 1) {
    const document = signalDocument(slotOf(index), audienceAt(index));
    await api.firestore.doc(`signals/${document.id}`).set(document);
  }
  const { token: starter } = await signedIn(api, { tier: 'starter' });
  const { token: essential } = await signedIn(api, { tier: 'essential' });
  return { api, starter, essential };
}
