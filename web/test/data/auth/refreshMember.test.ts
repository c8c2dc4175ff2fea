// @vitest-environment jsdom
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { refreshMember } from '../../../src/data/auth/access';
import { getCurrentUser, clearUser, storeUser } from '../../../src/data/auth/currentSession';
import { aServer, envelope } from '../../support/aServer';
import { aUser } from '../../support/aUser';
import { held, resetAuth } from '../../support/fakeAuth';

vi.mock('../../../src/data/auth/idTokens', () => import('../../support/fakeAuth'));

const OLD = aUser({ fullName: 'Ada Lovelace' });
const NEW = aUser({ fullName: 'Ada Obi' });

let server: Awaited<ReturnType<typeof aServer>>;
let answers: (typeof OLD)[];

beforeEach(async () => {
  resetAuth();
  server = await aServer((_, response) => {
    // The response to the member's own change arrives while this one is in flight.
    if (answers[0] === OLD) storeUser(NEW);
    envelope(response, { data: answers.shift() });
  });
  storeUser(OLD);
  held.uid = OLD.id;
});
afterEach(async () => {
  clearUser('logged-out');
  await server.close();
});

it('repeats the request if the member changed before the response arrived', async () => {
  answers = [OLD, NEW];
  expect(await refreshMember()).toBe(true);
  expect(getCurrentUser()?.fullName).toBe('Ada Obi');
  expect(server.seen).toHaveLength(2);
});

it('sends one request if nothing changed in the meantime', async () => {
  answers = [NEW];
  await refreshMember();
  expect(getCurrentUser()?.fullName).toBe('Ada Obi');
  expect(server.seen).toHaveLength(1);
});
