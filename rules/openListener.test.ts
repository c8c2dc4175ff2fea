import { initializeTestEnvironment, type RulesTestEnvironment } from '@firebase/rules-unit-testing';
import { setLogLevel, Timestamp } from 'firebase/firestore';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { toTokenClaims, openSession, toSessionId } from './people';
import { getEmulatorAddress, readRulesFile } from './suite';

const STARTER = { tier: 'starter', dashboardUnlocked: true, staff: false } as const;
const GUEST = { tier: 'guest', dashboardUnlocked: false, staff: false } as const;
const UID = 'keeps-listening';
const POLL_OPTIONS = { timeout: 15_000 };

let environment: RulesTestEnvironment;

const write = (path: string, data: object) =>
  environment.withSecurityRulesDisabled((context) => context.firestore().doc(path).set(data));

const publish = (id: string) =>
  write(`signals/${id}`, { audience: 'basic', updatedAt: Timestamp.fromMillis(Date.now()) });

beforeAll(async () => {
  setLogLevel('silent');
  environment = await initializeTestEnvironment({
    projectId: 'demo-rules-open-listener',
    firestore: {
      rules: readRulesFile('firestore.rules'),
      ...getEmulatorAddress('FIRESTORE_EMULATOR_HOST'),
    },
  });
  await environment.clearFirestore();
});

afterAll(() => environment.cleanup());

/** Listens to basic signals with a token that is never renewed. */
async function listen() {
  const firestore = environment
    .authenticatedContext(UID, { ...toTokenClaims(STARTER), sid: toSessionId(UID) })
    .firestore();
  const receivedIds = new Set<string>();
  let hasEnded = false;
  firestore
    .collection('signals')
    .where('audience', '==', 'basic')
    .limit(300)
    .onSnapshot(
      ({ docs }) => docs.forEach(({ id }) => receivedIds.add(id)),
      () => {
        hasEnded = true;
      },
    );
  await expect.poll(() => receivedIds.has('before'), POLL_OPTIONS).toBe(true);
  return { receivedIds, isEnded: () => hasEnded };
}

describe('a listener that was open when its member’s access was revoked', () => {
  it('ends at the next signal without receiving it', { timeout: 60_000 }, async () => {
    await write(`users/${UID}`, STARTER);
    await write(`sessions/${toSessionId(UID)}`, openSession(UID));
    await publish('before');
    const { receivedIds, isEnded } = await listen();
    await write(`users/${UID}`, GUEST);
    await publish('after');
    await expect.poll(isEnded, POLL_OPTIONS).toBe(true);
    expect([...receivedIds]).toEqual(['before']);
  });

  it('ends at the next signal after its session has ended', { timeout: 60_000 }, async () => {
    await write(`users/${UID}`, STARTER);
    await write(`sessions/${toSessionId(UID)}`, openSession(UID));
    await publish('before');
    const { receivedIds, isEnded } = await listen();
    await write(`sessions/${toSessionId(UID)}`, { ...openSession(UID), endedAt: new Date() });
    await publish('later');
    await expect.poll(isEnded, POLL_OPTIONS).toBe(true);
    expect(receivedIds.has('later')).toBe(false);
  });
});
