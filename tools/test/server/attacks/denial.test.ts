import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type OwnApi, startOwnApi } from '../../../src/bench/ownApi';
import { getPorts, PROJECT, readOffset } from '../../../src/suite/ports';
import {
  readConfirmationCode,
  mailsTo,
  newAddress,
  PASSWORD,
  signUpPerson,
  readResetToken,
  signUp,
  site,
} from '../../fixtures/client';
import { isAttackable } from './attacker';

const STRANGER = '203.0.113.9';
const OWNER = '198.51.100.7';
const WRONG = 'Wrong2026';
/** Mails to one address that one origin can cause in an hour. */
const MAILS_OF_STRANGER = 5;

/** The suite's database behind limits as they are deployed, and servers that note who calls, as Hosting's do. */
let served: OwnApi | undefined;

beforeAll(async () => {
  if (!isAttackable) return;
  const ports = getPorts(readOffset(process.env['PORT_OFFSET'], 0));
  served = await startOwnApi(ports, { project: PROJECT, factor: 1, behindPlatform: true });
});
afterAll(() => served?.close());

/** A call as the platform forwards it: each server appends its caller to X-Forwarded-For. */
const from = (forwarded: string, path: string, body: object) =>
  site(path, { body, at: served?.url ?? '', headers: { 'x-forwarded-for': forwarded } });

const logIn = async (forwarded: string, email: string, password: string): Promise<number> =>
  (await from(forwarded, '/auth/login', { email, password })).status;

const times = <T>(count: number, work: () => Promise<T>): Promise<T[]> =>
  Array.from({ length: count }).reduce<Promise<T[]>>(
    async (before) => [...(await before), await work()],
    Promise.resolve([]),
  );

describe.skipIf(!isAttackable)('stranger who tries to lock out one person', () => {
  it('is blocked after ten wrong passwords, while the owner can log in', async () => {
    const { email } = await signUpPerson();
    const tries = await times(11, () => logIn(STRANGER, email, WRONG));
    expect(tries).toEqual([...Array.from({ length: 10 }, () => 401), 429]);
    expect(await logIn(OWNER, email, PASSWORD)).toBe(200);
  });

  it('can’t prevent a sign-up by requesting codes and entering wrong ones', async () => {
    const email = newAddress();
    await from(OWNER, '/auth/register', signUp(email));
    await times(6, () => from(STRANGER, '/auth/send-activation-email', { email }));
    await from(OWNER, '/auth/send-activation-email', { email });
    const sent = 1 + MAILS_OF_STRANGER + 1;
    const confirmationCode = await readConfirmationCode(email, sent);
    expect((await mailsTo(email, sent)).length).toBe(sent);
    await times(6, () =>
      from(STRANGER, '/auth/confirm-code', { email, confirmationCode: 'AAAA111' }),
    );
    const confirmed = await from(OWNER, '/auth/confirm-code', { email, confirmationCode });
    expect(confirmed.status).toBe(200);
  });

  it('can’t prevent a password reset by requesting links', async () => {
    const { email } = await signUpPerson();
    expect((await from(OWNER, '/auth/forgot-password', { email })).status).toBe(200);
    const token = await readResetToken(email);
    await times(2, () => from(STRANGER, '/auth/forgot-password', { email }));
    await mailsTo(email, 4);
    const chosen = { token, newPassword: 'Changed2026' };
    expect((await from(OWNER, '/auth/reset-password', chosen)).status).toBe(200);
    expect(await logIn(OWNER, email, 'Changed2026')).toBe(200);
  });
});

describe.skipIf(!isAttackable)('origin that rate limits apply to', () => {
  it('ignores what a caller claims who bypasses Hosting', async () => {
    const { email } = await signUpPerson();
    let claimed = 0;
    const statuses = await times(11, () => {
      claimed += 1;
      return logIn(`192.0.2.${claimed}, ${STRANGER}`, email, WRONG);
    });
    expect(statuses.at(-1)).toBe(429);
  });

  it('is the visitor behind Hosting, not Hosting’s server', async () => {
    const { email } = await signUpPerson();
    const edge = '151.101.2.3';
    await times(11, () => logIn(`${STRANGER}, ${edge}`, email, WRONG));
    expect(await logIn(`${STRANGER}, ${edge}`, email, PASSWORD)).toBe(429);
    expect(await logIn(`${OWNER}, ${edge}`, email, PASSWORD)).toBe(200);
  });
});
