import { slotId, SLOT_MS } from '@quantalgo/contracts/core/slots';
import { logInNewMember } from '../http/members';
import { signalDocument } from './signalDocuments';
import { startApi } from '../http/suite';

const FIRST_SLOT = Date.parse('2026-11-20T12:00:00Z');

export const COUNT = 12;

/** Epoch ms. `index` counts from 0. */
export const getSignalSlot = (index: number) => FIRST_SLOT + index * SLOT_MS;

export const getSignalIds = (...indexes: number[]) =>
  indexes.map((index) => slotId(getSignalSlot(index)));

/** Epoch ms, a minute after the start of the last signal's slot. */
export const SHORTLY_AFTER = getSignalSlot(COUNT - 1) + 60_000;

const getAudience = (index: number) => (index % 3 === 0 ? 'basic' : 'order-flow');

export async function startWithSignals(project: string, clock: () => number) {
  const api = await startApi(project, { clock });
  for (let index = 0; index < COUNT; index += 1) {
    const document = signalDocument(getSignalSlot(index), getAudience(index));
    await api.firestore.doc(`signals/${document.id}`).set(document);
  }
  const { token: starter } = await logInNewMember(api, { tier: 'starter' });
  const { token: essential } = await logInNewMember(api, { tier: 'essential' });
  return { api, starter, essential };
}
