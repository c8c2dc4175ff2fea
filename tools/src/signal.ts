import { formatZonedTime } from '@quantalgo/contracts/core/format';
import { nextSlotStart, slotId } from '@quantalgo/contracts/core/slots';
import { WAT } from '@quantalgo/contracts/core/time';
import { formatPair } from '@quantalgo/contracts/market/pairs';
import { signalDocumentSchema, getEntryTime } from '@quantalgo/contracts/signals/signal';
import { missDocument } from '@quantalgo/functions/collections/record';
import type { Firestore } from 'firebase-admin/firestore';
import { runCommand } from './suite/command';
import { getSuiteAddresses } from './suite/environment';
import { requireRunning } from './suite/runFile';
import { runScheduled } from './suite/scheduler';
import { openServices } from './suite/services';

async function describeSignal(database: Firestore, id: string): Promise<string | null> {
  const document = await database.doc(`signals/${id}`).get();
  if (!document.exists) return null;
  const { pair, direction, createdAt } = signalDocumentSchema.parse(document.data());
  return `${id} ${formatPair(pair)} ${direction}, enter at ${formatZonedTime(getEntryTime({ createdAt }), WAT)}`;
}

async function describeMiss(database: Firestore, id: string): Promise<string> {
  const miss = await database.doc(`misses/${id}`).get();
  if (!miss.exists) return `${id} has no signal: its market is closed.`;
  return `${id} was missed: ${missDocument.parse(miss.data()).reason}.`;
}

/** Publishes the next slot's signal early on the running suite. */
async function signal(): Promise<number> {
  const { ports } = requireRunning(' first');
  const { database } = openServices(ports, 'signal');
  const next = nextSlotStart(Date.now());
  const existing = await describeSignal(database, slotId(next));
  if (existing !== null) {
    console.log(
      `Already published: ${existing}. You can publish the next one at ${formatZonedTime(next, WAT)}.`,
    );
    return 0;
  }
  await runScheduled(getSuiteAddresses(ports).triggers, 'publishSignal', next);
  const published = await describeSignal(database, slotId(next));
  console.log(
    published === null ? await describeMiss(database, slotId(next)) : `Published ${published}`,
  );
  return 0;
}

runCommand(signal);
