import { randomUUID } from 'node:crypto';
import { credentialDocument } from '@quantalgo/functions/collections/account';
import { EVERY_WAY_IN, type WayIn } from '@quantalgo/functions/collections/auth';
import { draw, createSecrets } from '@quantalgo/functions/platform/core/secrets';
import {
  confirmAddressChange,
  issueAddressChange,
} from '@quantalgo/functions/platform/auth/addressChange';
import { addressKey, addressRef } from '@quantalgo/functions/platform/auth/addresses';
import {
  credentialRef,
  isKnownDevice,
  appendDevice,
  toCredentialFields,
} from '@quantalgo/functions/platform/auth/credentials';
import { endOtherSessions, type Replacement } from '@quantalgo/functions/platform/auth/endSessions';
import {
  issueTransfer,
  readReset,
  createTransferClaim,
  writeReset,
} from '@quantalgo/functions/platform/auth/oneTimeCodes';
import type { SessionClaim } from '@quantalgo/functions/platform/auth/openings';
import { changePassword, resetPassword } from '@quantalgo/functions/platform/auth/passwordChanges';
import { parseDevices, getPacksCollection } from '@quantalgo/functions/platform/account/pushPacks';
import { createRegistrationClaim } from '@quantalgo/functions/platform/auth/registrations';
import {
  endDevice,
  isSessionOpen,
  type Session,
  toSessionFields,
  sessionRef,
} from '@quantalgo/functions/platform/auth/sessions';
import { parseUser, userRef } from '@quantalgo/functions/platform/account/users';
import { beginDeletion } from '@quantalgo/functions/platform/privacy/erase';
import { registerSubscription } from '@quantalgo/functions/platform/push/subscriptions';
import {
  readChatChannel,
  issueTelegramCode,
  linkChat,
  unlinkMember,
} from '@quantalgo/functions/platform/auth/telegramChats';
import fc from 'fast-check';
import { Timestamp, type Transaction } from 'firebase-admin/firestore';
import { drawSecretCode } from '@quantalgo/functions/domain/auth/codes';
import { MemoryFirestore } from '../../../functions/test/memoryFirestore';
import { createBrowserSubscription } from '../../../functions/test/server/push/browser';
import { type CheckResult } from '../../src/checks/checks';
import { type Run } from './api';

const SECRETS = createSecrets('the key of histories, long enough to be one');
const HASH = { hash: 'aGFzaA==', salt: 'c2FsdA==', n: 2, r: 1, p: 1, pepper: 0 };
const UID = 'owner';

const newDevice = (): string => SECRETS.digest('device', randomUUID());
const OWNER_DEVICE = newDevice();
const START = Date.parse('2026-11-20T08:00:00Z');
const MINUTE_MS = 60_000;

interface Way {
  readonly kind: WayIn;
  /** How often all sessions had been ended when it was made. */
  readonly endings: number;
  readonly sid: string | null;
  readonly probe: () => Promise<boolean>;
}

/** The owner's account, and a thief who knows the first password. */
class History {
  readonly firestore = new MemoryFirestore();
  readonly deps = { firestore: this.firestore, secrets: SECRETS, requiresFactor: true };
  readonly ways: Way[] = [];
  readonly endedOne = new Set<string>();
  now = START;
  endings = 0;
  isGone = false;
  knowsPassword = true;
  email = 'owner@histories.test';
  ownerSession: Session = { uid: UID, sid: '' };
  thiefSession: Session | null = null;
  transferCodes: string[] = [];
  telegramCodes: string[] = [];

  async begin(): Promise<void> {
    const { firestore, now } = this;
    await addressRef(firestore, addressKey(this.email)).set({ uid: UID });
    await credentialRef(firestore, UID).set(toCredentialFields(HASH, now));
    await userRef(firestore, UID).set({
      fullName: 'Ada Obi',
      email: this.email,
      admissionCode: 'QA-7F3K2P',
      tier: 'starter',
      dashboardUnlocked: true,
      hasDeposited: true,
      staff: false,
      accessVersion: 1,
      accessPath: null,
      codeActivated: false,
      createdAt: Timestamp.fromMillis(now),
      lockExpiresAt: null,
    });
    this.ownerSession = await this.open(OWNER_DEVICE);
  }

  async open(device: string): Promise<Session> {
    const session = { uid: UID, sid: randomUUID() };
    await sessionRef(this.firestore, session).set(toSessionFields(UID, this.now, false));
    const credential = credentialRef(this.firestore, UID);
    const { devices } = credentialDocument.parse((await credential.get()).data());
    await credential.update({ devices: appendDevice(devices, device) });
    return session;
  }

  async isOpen(session: Session): Promise<boolean> {
    const document = await sessionRef(this.firestore, session).get();
    return isSessionOpen(document, UID, this.now);
  }

  async claim(make: (now: number) => SessionClaim): Promise<Session | null> {
    const session = { uid: UID, sid: randomUUID() };
    const isOpen = await this.firestore.runTransaction(async (transaction: Transaction) => {
      const record = parseUser(await transaction.get(userRef(this.firestore, UID)));
      const useUp = record && (await make(this.now)(transaction, record));
      if (!useUp) return false;
      useUp();
      const fields = toSessionFields(UID, this.now, false);
      transaction.create(sessionRef(this.firestore, session), fields);
      return true;
    });
    return isOpen ? session : null;
  }

  replacement(): Replacement {
    const session = { uid: UID, sid: randomUUID() };
    this.ownerSession = session;
    return { mintedSession: { ...session, token: '', customToken: '' }, device: OWNER_DEVICE };
  }

  add(kind: WayIn, sid: string | null, probe: Way['probe']): void {
    this.ways.push({ kind, endings: this.endings, sid, probe });
  }
}

type Step = (history: History) => Promise<void>;

async function getThiefSession(history: History): Promise<Session | null> {
  const { thiefSession } = history;
  return thiefSession && (await history.isOpen(thiefSession)) ? thiefSession : null;
}

const addSession = (history: History, session: Session): void => {
  history.thiefSession = session;
  history.add('sessions', session.sid, () => history.isOpen(session));
};

/**
 * How the thief makes each way in. Without the session or password that it needs, nothing happens.
 */
const THEFTS: Readonly<Record<WayIn, Step>> = {
  async sessions(history) {
    if (history.knowsPassword) addSession(history, await history.open(newDevice()));
  },

  async credentials(history) {
    if (!history.knowsPassword) return;
    const device = newDevice();
    addSession(history, await history.open(device));
    history.add('credentials', null, () => isKnownDevice(history.firestore, UID, device));
  },

  async pushPacks(history) {
    const { firestore, now } = history;
    const session = await getThiefSession(history);
    if (!session) return;
    const registration = {
      session,
      subscription: createBrowserSubscription(),
      zone: 'UTC',
      replaces: undefined,
    };
    const row = await registerSubscription(firestore, registration, now);
    if (row === 'taken') return;
    history.add('pushPacks', session.sid, async () => {
      const { docs } = await getPacksCollection(firestore).get();
      return docs.flatMap((pack) => parseDevices(pack).devices).some(({ id }) => id === row.id);
    });
  },

  async transfers(history) {
    const session = await getThiefSession(history);
    if (!session || !history.knowsPassword) return;
    const { code } = await issueTransfer(history.deps, session, history.now);
    history.transferCodes.push(code);
    history.add(
      'transfers',
      session.sid,
      async () =>
        (await history.claim((now) => createTransferClaim(history.deps, code, now))) !== null,
    );
  },

  async resets(history) {
    const { deps, email, firestore, now } = history;
    const token = drawSecretCode(16, draw);
    const batch = firestore.batch();
    await writeReset(deps, batch, { key: addressKey(email), uid: UID, email, token }, now);
    await batch.commit();
    history.add('resets', null, async () => (await readReset(deps, token, history.now)) !== null);
  },

  async addressChanges(history) {
    const { deps, firestore, now } = history;
    if (!(await getThiefSession(history)) || !history.knowsPassword) return;
    const batch = firestore.batch();
    const email = `${randomUUID()}@thief.test`;
    const code = issueAddressChange(deps, batch, { uid: UID, email }, now);
    await batch.commit();
    history.add('addressChanges', null, async () => {
      // Even with the owner's own session.
      const session = history.ownerSession;
      const prepare = () => Promise.resolve(history.replacement());
      const outcome = await confirmAddressChange(
        deps,
        { session, code },
        prepare,
        history.now,
      ).catch(() => 'wrong');
      return typeof outcome !== 'string';
    });
  },

  async registrations(history) {
    const { firestore, now, email } = history;
    if (history.endings > 0) return;
    const digest = SECRETS.digest('confirmation', randomUUID());
    const validUntil = Timestamp.fromMillis(now + 30 * MINUTE_MS);
    await firestore.doc(`registrations/${UID}`).set({
      fullName: 'Ada Obi',
      email,
      phone: '+234 801 234 5678',
      country: 'Nigeria',
      telegram: null,
      telegramBot: null,
      address: addressKey(email),
      password: HASH,
      codes: [{ digest, validUntil }],
      createdAt: Timestamp.fromMillis(now),
      expireAt: Timestamp.fromMillis(now + 24 * 60 * MINUTE_MS),
    });
    history.add('registrations', null, async () => {
      const opened = await history.claim((at) =>
        createRegistrationClaim(firestore, { uid: UID, digest }, at),
      );
      return opened !== null;
    });
  },

  async telegramCodes(history) {
    const session = await getThiefSession(history);
    if (!session || !history.knowsPassword) return;
    const { code } = await issueTelegramCode(history.deps, session, history.now);
    history.telegramCodes.push(code);
    history.add('telegramCodes', session.sid, async () => {
      const chat = `9${history.ways.length}${Math.floor(Math.random() * 1e9)}`;
      return (await linkChat(history.deps, { code, chat }, history.now)) === 'linked';
    });
  },

  async telegramChats(history) {
    const { deps, firestore, now } = history;
    const session = await getThiefSession(history);
    const code =
      session && history.knowsPassword
        ? (await issueTelegramCode(deps, session, now)).code
        : history.telegramCodes.at(-1);
    if (code === undefined) return;
    const chat = `8${history.ways.length}${Math.floor(Math.random() * 1e9)}`;
    if ((await linkChat(deps, { code, chat }, now)) !== 'linked') return;
    history.add(
      'telegramChats',
      null,
      async () => (await readChatChannel(firestore, chat)) !== null,
    );
  },
};

/** Actions of the owner that end all sessions. */
const ENDINGS = {
  async 'signs out everywhere'(history) {
    const session = history.ownerSession;
    await endOtherSessions(history.deps, session, history.replacement(), history.now);
  },

  async 'sets a new password'(history) {
    const session = history.ownerSession;
    const change = { password: HASH, replacement: history.replacement() };
    await changePassword(history.deps, session, change, history.now);
    history.knowsPassword = false;
  },

  async 'resets the password'(history) {
    const { deps, email, firestore, now } = history;
    const token = drawSecretCode(16, draw);
    const batch = firestore.batch();
    await writeReset(deps, batch, { key: addressKey(email), uid: UID, email, token }, now);
    await batch.commit();
    await resetPassword(deps, { token, password: HASH }, now);
    history.knowsPassword = false;
    history.ownerSession = await history.open(OWNER_DEVICE);
  },

  async 'changes the address'(history) {
    const { deps, firestore, now } = history;
    const email = `${randomUUID()}@owner.test`;
    const batch = firestore.batch();
    const code = issueAddressChange(deps, batch, { uid: UID, email }, now);
    await batch.commit();
    const session = history.ownerSession;
    const prepare = () => Promise.resolve(history.replacement());
    await confirmAddressChange(deps, { session, code }, prepare, now);
    history.email = email;
  },

  async 'deletes the account'(history) {
    await beginDeletion(history.firestore, history.ownerSession, history.now);
    history.isGone = true;
  },
} satisfies Record<string, Step>;

const OTHERS = {
  async 'thief uses a transfer code'(history) {
    const code = history.transferCodes.at(-1);
    const session =
      code !== undefined &&
      (await history.claim((now) => createTransferClaim(history.deps, code, now)));
    if (session) addSession(history, session);
  },

  async 'owner ends the thief’s device'(history) {
    const session = await getThiefSession(history);
    if (!session) return;
    await endDevice(history.firestore, session, history.now);
    history.endedOne.add(session.sid);
  },

  async 'owner links their chat'(history) {
    const { deps, now } = history;
    const { code } = await issueTelegramCode(deps, history.ownerSession, now);
    await linkChat(deps, { code, chat: '777' }, now);
  },

  'owner unlinks the chat': (history) => unlinkMember(history.firestore, UID, history.now),

  'minutes pass': (history) => {
    history.now += 3 * MINUTE_MS;
    return Promise.resolve();
  },
} satisfies Record<string, Step>;

const STEPS: Readonly<Record<string, Step>> = { ...THEFTS, ...ENDINGS, ...OTHERS };
const NAMES = Object.keys(STEPS);
const MAX_STEPS = 14;

/** Steps that others build on are drawn more often, the one that ends the history seldom. */
const anyStep = fc.constantFrom(
  ...NAMES.flatMap((name) => (name === 'deletes the account' ? [name] : [name, name, name])),
  ...['sessions', 'telegramCodes', 'transfers', 'telegramChats'].flatMap((name) => [
    name,
    name,
    name,
  ]),
);
const anyScript = fc.array(anyStep, { minLength: 3, maxLength: MAX_STEPS });

interface Findings {
  closed: number;
  /** Living ways that opened, by kind: proves that the probes can open something. */
  readonly opened: Map<WayIn, number>;
  readonly faults: string[];
}

const isClosed = (history: History, { endings, sid }: Way): boolean =>
  endings < history.endings || (sid !== null && history.endedOne.has(sid));

async function probeClosed(history: History, script: readonly string[], findings: Findings) {
  for (const way of history.ways.filter((one) => isClosed(history, one))) {
    findings.closed += 1;
    if (await way.probe()) findings.faults.push(`${way.kind} opened after ${script.join(', ')}`);
  }
}

async function probeLiving(history: History, { opened }: Findings): Promise<void> {
  for (const way of history.ways.filter((one) => !isClosed(history, one)))
    if (await way.probe()) opened.set(way.kind, (opened.get(way.kind) ?? 0) + 1);
}

async function play(script: readonly string[], findings: Findings): Promise<void> {
  const history = new History();
  await history.begin();
  for (const [index, name] of script.entries()) {
    history.now += 1000;
    await STEPS[name]?.(history);
    if (name in ENDINGS) history.endings += 1;
    if (name in ENDINGS || index === script.length - 1)
      await probeClosed(history, script.slice(0, index + 1), findings);
    if (history.isGone) return;
  }
  await probeLiving(history, findings);
}

/**
 * Runs random histories of an owner and a thief on the product's own code, in memory.
 * After all sessions or a single one ended, none of the thief's earlier ways in may open.
 */
export async function fuzzWaysIn({ seed, runs }: Run): Promise<CheckResult> {
  const findings: Findings = { closed: 0, opened: new Map(), faults: [] };
  for (const script of fc.sample(anyScript, { seed, numRuns: runs })) await play(script, findings);
  const { closed, faults, opened } = findings;
  const unopened = EVERY_WAY_IN.filter((kind) => !opened.has(kind));
  const vacuous = unopened.map((kind) => `No probe of ${kind} ever opened anything`);
  const all = [...faults, ...(runs >= 200 ? vacuous : [])];
  const living = EVERY_WAY_IN.map((kind) => `${kind} ${opened.get(kind) ?? 0}`).join(', ');
  const summary = `${runs} histories with the seed ${seed}: ${closed} closed ways probed, ${faults.length} opened; living ones that opened: ${living}`;
  const output = `${[summary, ...all.slice(0, 20)].join('\n')}\n`;
  return { passed: closed - all.length, failed: all.length, skipped: 0, output };
}
