import { randomUUID } from 'node:crypto';
import { slotStart } from '@quantalgo/contracts/core/slots';
import { AUDIENCES, type Audience } from '@quantalgo/contracts/signals/signal';
import { openSuite, scanInvariants } from '@quantalgo/tools/suite/project';
import { getSeededAccount, type Account, createAccount } from '@quantalgo/tools/suite/accounts';
import { getSuiteAddresses } from '@quantalgo/tools/suite/environment';
import { BUCKET, getPorts, getWorkerOffset } from '@quantalgo/tools/suite/ports';
import { publishUntilNow, openPublisher } from '@quantalgo/tools/suite/scheduler';
import { resetAndSeed } from '@quantalgo/tools/suite/seed';
import { openServices } from '@quantalgo/tools/suite/services';
import * as z from 'zod/mini';

if (process.env['PORT_OFFSET'] === undefined)
  throw new Error(
    'The journeys empty and refill their suite: run them with `npm test -- --only e2e`',
  );
const offset = getWorkerOffset();
const ports = getPorts(offset);

export const addresses = getSuiteAddresses(ports);

/** The suite's accounts and database, with server rights. */
export const services = openServices(ports, 'journeys');

/** Publishes and settles the suite's next slots on demand. */
export const publisher = openPublisher(services.database, ports);

/** Time for triggers to mirror the last test's changes. */
const PATIENCE_MS = 20_000;

/** @throws Error that names each invariant that the data of earlier tests violates */
async function expectPromisesKept(): Promise<void> {
  const project = openSuite(ports);
  try {
    const { failed, output } = await scanInvariants(project, PATIENCE_MS);
    if (failed > 0) throw new Error(`The journeys before left a broken promise behind:\n${output}`);
  } finally {
    await project.close();
  }
}

/**
 * Resets the suite to the four accounts and a day of history, without a running publisher. First checks every invariant on
 * the data of earlier tests.
 */
export async function seededSuite(): Promise<void> {
  await expectPromisesKept();
  await resetAndSeed(offset, () => undefined);
}

/** Publishes up to now: connected rooms are live for five minutes. */
export const liveSuite = async (): Promise<void> => publishUntilNow(await publisher);

/** Publishes up to now if a slot has passed: a room is live only while signals are published. */
export async function stayLive(): Promise<void> {
  const { newest } = await publisher;
  if ((await newest()) < slotStart(Date.now())) await liveSuite();
}

/** Variables that point the project's commands to this suite. */
export const commandEnvironment = { ...process.env, PORT_OFFSET: String(offset) };

/** Ids of the newest signals on the server for these audiences, newest first. */
export async function publishedIds(audiences: readonly Audience[] = AUDIENCES): Promise<string[]> {
  const signals = services.database.collection('signals').where('audience', 'in', audiences);
  const newest = signals.orderBy('createdAt', 'desc').limit(300);
  return (await newest.get()).docs.map(({ id }) => id);
}

/** Ledger number of a signal's publication. */
export async function ledgerNumber(id: string): Promise<number> {
  const document = await services.database.doc(`signals/${id}`).get();
  return z.object({ ledgerSeq: z.int() }).parse(document.data()).ledgerSeq;
}

const proofSchema = z.object({ traderId: z.string(), state: z.string(), file: z.string() });

/** The proofs on the server of the account with this email. */
export async function readProofs(email: string): Promise<z.infer<typeof proofSchema>[]> {
  const users = await services.database.collection('users').where('email', '==', email).get();
  const uid = users.docs[0]?.id ?? 'nobody';
  const proofs = await services.database.collection('proofs').where('uid', '==', uid).get();
  return proofs.docs.map((document) => proofSchema.parse(document.data()));
}

/** The file of the member's only proof, as staff download it. */
export async function storedProof(email: string): Promise<Buffer> {
  const [proof] = await readProofs(email);
  const path = encodeURIComponent(proof?.file ?? '');
  const url = `${addresses.storage}/v0/b/${BUCKET}/o/${path}?alt=media`;
  const reply = await fetch(url, { headers: { authorization: 'Bearer owner' } });
  if (!reply.ok) throw new Error(`The proof is not stored: ${reply.status}`);
  return Buffer.from(await reply.arrayBuffer());
}

export const GUEST = getSeededAccount('guest@quantalgo.test');
export const STARTER = getSeededAccount('starter@quantalgo.test');
export const ESSENTIAL = getSeededAccount('essential@quantalgo.test');
export const STAFF = getSeededAccount('staff@quantalgo.test');

/** Creates a new member like `other`, whose access a test may change. */
export async function newMember(other: Account): Promise<Account> {
  const uid = `journey-${randomUUID()}`;
  const member = { ...other, uid, email: `${uid}@quantalgo.test` };
  await createAccount(services, member, Date.now());
  return member;
}
