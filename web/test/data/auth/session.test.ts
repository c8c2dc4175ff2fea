// @vitest-environment jsdom
import { authEndpoints } from '@quantalgo/contracts/auth/endpoints';
import { SERVER_BUSY } from '@quantalgo/contracts/core/endpoint';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { call } from '../../../src/data/auth/call';
import { resetPassword } from '../../../src/data/auth/passwordReset';
import { logIn, logOut } from '../../../src/data/auth/session';
import { addLogoutWork } from '../../../src/data/auth/logoutWork';
import { clearUser, session } from '../../../src/data/auth/currentSession';
import { NetworkError } from '../../../src/data/core/errors';
import { deleteProof, readPendingProofs } from '../../../src/data/auth/logoutProof';
import { withDatabase } from '../../../src/data/storage/memberDatabase';
import { lastContact, recordContact } from '../../../src/data/core/clock';
import { aServer, envelope } from '../../support/aServer';
import { aUser } from '../../support/aUser';
import { held, resetAuth } from '../../support/fakeAuth';

vi.mock('../../../src/data/auth/idTokens', () => import('../../support/fakeAuth'));

const ada = aUser();
let server: Awaited<ReturnType<typeof aServer>>;
const DEVICE = 'd'.repeat(43);
const PROOF = `${'s'.repeat(27)}.${'p'.repeat(43)}`;
let logout: 'works' | 'refuses' | 'is busy' | 'fails' | 'hangs';

beforeEach(async () => {
  resetAuth();
  localStorage.clear();
  logout = 'works';
  server = await aServer(({ line }, response) => {
    if (line === 'POST /auth/login')
      envelope(response, {
        data: {
          token: 't',
          customToken: `custom-${ada.id}`,
          user: ada,
          device: DEVICE,
          logoutProof: PROOF,
        },
      });
    else if (logout === 'works') envelope(response, { data: {} });
    else if (logout === 'refuses') envelope(response, { status: 403 });
    else if (logout === 'is busy') envelope(response, { status: 429, code: SERVER_BUSY });
    else if (logout === 'fails') envelope(response, { status: 500 });
  });
});
afterEach(async () => {
  for (const proof of await readPendingProofs()) await deleteProof(proof);
  clearUser('logged-out');
  await server.close();
});

/** Keys that belong to the device, not the member. */
const LASTING = new Set(['quantalgo.clock', 'quantalgo.device']);

const memberDatabases = async () =>
  (await indexedDB.databases()).filter(
    ({ name }) => name?.startsWith('quantalgo-') && name !== 'quantalgo-logouts',
  );

describe('logIn', () => {
  it('stores the member and logs in to Firebase', async () => {
    await logIn('ada@example.com', 'Trader2026');
    expect(session.get()).toEqual({ status: 'logged-in', user: ada });
    expect(held.uid).toBe(ada.id);
  });

  it('keeps the device secret after logout and sends it at the next login', async () => {
    await logIn('ada@example.com', 'Trader2026');
    await logOut();
    expect(localStorage.getItem('quantalgo.device')).toBe(DEVICE);
    await logIn('ada@example.com', 'Trader2026');
    const logins = server.seen.map(({ line, headers }) => [line, headers['x-device']]);
    expect(logins).toEqual([
      ['POST /auth/login', undefined],
      ['POST /auth/logout', undefined],
      ['POST /auth/login', DEVICE],
    ]);
  });

  it('stays logged out if Firebase can’t be reached', async () => {
    held.failure = new NetworkError('offline');
    await expect(logIn('ada@example.com', 'Trader2026')).rejects.toThrow(/Network error/);
    expect(session.get().status).toBe('logged-out');
  });
});

describe('resetPassword', () => {
  it('sends the device secret and creates one if there is none', async () => {
    await resetPassword('ada@example.com', 'token', 'Changed2026').catch(() => undefined);
    const secret = server.seen.at(-1)?.headers['x-device'];
    expect(secret).toMatch(/^[\w-]{43}$/);
    expect(localStorage.getItem('quantalgo.device')).toBe(secret);
    await resetPassword('ada@example.com', 'token', 'Changed2026').catch(() => undefined);
    expect(server.seen.at(-1)?.headers['x-device']).toBe(secret);
  });
});

describe('logOut', () => {
  beforeEach(async () => {
    await logIn('ada@example.com', 'Trader2026');
    await withDatabase(ada.id, (database) => database.meta.put({ id: 'seen' }));
    recordContact(1000);
  });

  const expectNothingLeft = async () => {
    expect(session.get()).toEqual({ status: 'logged-out', reason: 'logged-out' });
    expect(await memberDatabases()).toEqual([]);
    expect(lastContact.get()).toBeNull();
    expect(Object.keys(localStorage).filter((key) => !LASTING.has(key))).toEqual([]);
  };

  it('leaves no pending proof if the server accepted or rejected the logout', async () => {
    await logOut();
    expect(await readPendingProofs()).toEqual([]);
    await logIn('ada@example.com', 'Trader2026');
    logout = 'refuses';
    await logOut();
    expect(await readPendingProofs()).toEqual([]);
  });

  it('keeps the proof of a failed logout pending through the next session', async () => {
    logout = 'fails';
    await logOut();
    await expectNothingLeft();
    expect(await readPendingProofs()).toEqual([PROOF]);
    logout = 'works';
    await logIn('ada@example.com', 'Trader2026');
    await logOut();
    expect(await readPendingProofs()).toEqual([PROOF]);
    await deleteProof(PROOF);
    expect(await readPendingProofs()).toEqual([]);
  });

  it('informs the server and deletes the member’s data from the device', async () => {
    await logOut();
    expect(server.seen.map(({ line }) => line)).toContain('POST /auth/logout');
    expect(held.uid).toBeNull();
    await expectNothingLeft();
  });

  it('finishes registered work before it ends the session', async () => {
    const remove = addLogoutWork(() => call(authEndpoints.me, {}));
    await logOut();
    remove();
    const lines = server.seen.map(({ line }) => line);
    expect(lines).toEqual(['POST /auth/login', 'GET /auth/me', 'POST /auth/logout']);
    expect(server.seen[1]?.headers.authorization).toBe('Bearer token-0');
    await expectNothingLeft();
  });

  it('finishes within seconds if registered work never settles', async () => {
    const remove = addLogoutWork(() => new Promise(() => undefined));
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const done = logOut();
    await vi.advanceTimersByTimeAsync(3000);
    vi.useRealTimers();
    await done;
    remove();
    expect(server.seen.at(-1)?.line).toBe('POST /auth/logout');
    await expectNothingLeft();
  });

  it('leaves the proof to the worker if the server is busy', async () => {
    logout = 'is busy';
    await logOut();
    await expectNothingLeft();
    expect(await readPendingProofs()).toEqual([PROOF]);
  });

  it('deletes the member’s data even if the server fails', async () => {
    logout = 'fails';
    await logOut();
    await expectNothingLeft();
  });

  it('deletes the member’s data even if Firebase fails', async () => {
    held.failure = new Error('broken');
    await logOut();
    await expectNothingLeft();
  });

  it('finishes within seconds if the server does not respond', async () => {
    logout = 'hangs';
    vi.useFakeTimers({ toFake: ['setTimeout'] });
    const done = logOut();
    await vi.waitFor(() => expect(server.seen.at(-1)?.line).toBe('POST /auth/logout'));
    vi.runAllTimers();
    vi.useRealTimers();
    await done;
    await expectNothingLeft();
  });

  it('rejects calls after logout without sending them', async () => {
    await logOut();
    const requests = server.seen.length;
    await expect(call(authEndpoints.me, {})).rejects.toThrow();
    expect(server.seen).toHaveLength(requests);
  });
});
