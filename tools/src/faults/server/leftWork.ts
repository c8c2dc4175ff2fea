import { randomUUID } from 'node:crypto';
import { beginDeletion } from '@quantalgo/functions/platform/privacy/erase';
import { reserveAddress } from '@quantalgo/functions/platform/members/authAccounts';
import { queueMail } from '@quantalgo/functions/platform/core/outbox';
import { addressKey, writeRegistration } from '@quantalgo/functions/platform/members/registrations';
import { secretsOf } from '@quantalgo/functions/platform/core/secrets';
import { startCountingService } from '../../push/countingService';
import { makeUpDevices } from '../../push/madeUpDevices';
import { createAccount } from '../../seed/people';
import { ACCOUNTS, PASSWORD } from '../../seed/accounts';
import { functionSecrets } from '../../suite/parameters';
import { type Place } from './place';

const DEVICES = 5;
const DAY_MS = 24 * 60 * 60_000;

/** What is left to do for the scheduled jobs, beside the slot. */
export interface Work {
  /** To whom a mail is due. */
  readonly mailTo: string;
  /** Uid of the closed account of an address that nobody confirmed in time. */
  readonly unconfirmed: string;
  /** Uid of the member whose deletion was broken off. */
  readonly leaving: string;
  /** Where the devices are told that are to hear of the slot's signal. */
  readonly devices: Awaited<ReturnType<typeof startCountingService>>;
  readonly deviceCount: number;
}

const newAddress = () => `${randomUUID()}@example.test`;

async function expireRegistration(place: Place, secrets: ReturnType<typeof secretsOf>) {
  const { auth, database: firestore } = place;
  const email = newAddress();
  const uid = await reserveAddress(auth, email);
  const key = addressKey(secrets, email);
  const who = { fullName: 'Ada Obi', phone: '+234 801 234 5678', country: 'Nigeria' } as const;
  const batch = firestore.batch();
  const registration = { ...who, email, password: PASSWORD, uid };
  writeRegistration({ firestore, secrets }, batch, key, registration, Date.now() - 2 * DAY_MS);
  await batch.commit();
  return uid;
}

async function breakOffDeletion({ auth, database }: Place): Promise<string> {
  const [template] = ACCOUNTS;
  if (!template) throw new Error('Somebody is seeded');
  const uid = `leaving-${randomUUID()}`;
  await createAccount({ auth, database }, { ...template, uid, email: newAddress() }, Date.now());
  await beginDeletion(database, uid, Date.now());
  return uid;
}

async function queueOne({ database: firestore }: Place, secrets: ReturnType<typeof secretsOf>) {
  const to = newAddress();
  const batch = firestore.batch();
  queueMail(
    { firestore, secrets },
    batch,
    { template: 'noAccount', to, parameters: {} },
    Date.now(),
  );
  await batch.commit();
  return to;
}

/** Leaves work for the scheduled jobs: a mail, a registration out of time, a broken-off deletion, devices to be told. */
export async function leaveWork(place: Place): Promise<Work> {
  const secrets = secretsOf(functionSecrets(place.ports)['SECRETS_KEY'] ?? '');
  const { auth, database: firestore } = place;
  const devices = await startCountingService();
  const made = { devices: DEVICES, members: DEVICES, now: Date.now() };
  await makeUpDevices({ auth, firestore }, devices.subscribe, made);
  const unconfirmed = await expireRegistration(place, secrets);
  return {
    mailTo: await queueOne(place, secrets),
    unconfirmed,
    leaving: await breakOffDeletion(place),
    devices,
    deviceCount: DEVICES,
  };
}
