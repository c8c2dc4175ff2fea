import { AUDIENCES, type Audience } from '@quantalgo/contracts';
import { openPublisher } from '@quantalgo/tools/publisher/publisher';
import { ACCOUNTS, type Account } from '@quantalgo/tools/seed/accounts';
import { addressesOf } from '@quantalgo/tools/suite/environment';
import { portsAt, readOffset } from '@quantalgo/tools/suite/ports';
import { resetAndSeed } from '@quantalgo/tools/suite/reset';
import { openServices } from '@quantalgo/tools/suite/services';
import * as z from 'zod/mini';

const given = process.env['PORT_OFFSET'];
if (given === undefined)
  throw new Error(
    'The journeys empty and refill their suite: run them with `npm test -- --only e2e`',
  );
const offset = readOffset(given, 1000);
const ports = portsAt(offset);

/** Where the suite of the journeys answers. */
export const addresses = addressesOf(ports);

/** Its accounts and database, with the rights of the server. */
export const services = openServices(ports, 'journeys');

/** Its publisher: publishes and settles the next slots when a journey asks for it. */
export const publisher = openPublisher(services.database, ports);

/** Brings the suite back to its first state: the four accounts and a day of history, and no publisher that runs. */
export const seededSuite = (): Promise<void> => resetAndSeed(offset, () => undefined);

/** The same with a publisher that has just run, so that whoever is connected is live. */
export async function liveSuite(): Promise<void> {
  await seededSuite();
  await (await publisher).publish();
}

/** The variables with which a command of the project finds the suite. */
export const commandEnvironment = { ...process.env, PORT_OFFSET: String(offset) };

/** Ids of the newest signals on the server for these audiences, newest first. */
export async function publishedIds(audiences: readonly Audience[] = AUDIENCES): Promise<string[]> {
  const signals = services.database.collection('signals').where('audience', 'in', audiences);
  const newest = signals.orderBy('createdAt', 'desc').limit(300);
  return (await newest.get()).docs.map(({ id }) => id);
}

/** Number in the ledger of a signal's publication. */
export async function ledgerNumber(id: string): Promise<number> {
  const document = await services.database.doc(`signals/${id}`).get();
  return z.object({ ledgerSeq: z.int() }).parse(document.data()).ledgerSeq;
}

function seeded(email: string): Account {
  const account = ACCOUNTS.find((one) => one.email === email);
  if (!account) throw new Error(`${email} is not seeded`);
  return account;
}

export const GUEST = seeded('guest@quantalgo.test');
export const STARTER = seeded('starter@quantalgo.test');
export const ESSENTIAL = seeded('essential@quantalgo.test');
export const STAFF = seeded('staff@quantalgo.test');
