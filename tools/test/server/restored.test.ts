import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createMember, logIn, logInNewMember } from '../../../functions/test/server/http/members';
import { type Api, startApi } from '../../../functions/test/server/http/suite';
import { endAllMemberSessions, restartDeletions, findRevived } from '../../src/suite/restored';

let api: Api;
beforeEach(async () => {
  api = await startApi('demo-tools-restored');
});
afterEach(() => api.close());

const place = () => ({ auth: api.auth, database: api.firestore });

/** What staff changed after the backup, which only the account still says. */
async function changeLater({ uid }: { readonly uid: string }, claims: object): Promise<void> {
  const { customClaims } = await api.auth.getUser(uid);
  await api.auth.setCustomUserClaims(uid, { ...customClaims, ...claims, accessVersion: 2 });
}

it('lists members deleted and staff revoked since the backup, and ends every session', async () => {
  const everybody = await Promise.all([
    logInNewMember(api),
    logInNewMember(api),
    logInNewMember(api, { staff: true }),
    logInNewMember(api, { staff: true }),
  ]);
  const [, left, , former] = everybody;
  await api.auth.deleteUser(left.uid);
  await changeLater(former, { staff: false });

  expect(await findRevived(place())).toEqual({
    members: 4,
    erased: [left.uid],
    revoked: [former.email],
    regained: [],
  });
  await endAllMemberSessions(place(), Date.now());
  for (const { token } of everybody)
    expect((await api.call('/auth/me', { token })).status).toBe(401);
});

it('lists exactly the members with access lowered since the backup', async () => {
  const [lowered, locked, raised, former] = await Promise.all([
    logInNewMember(api, { tier: 'essential' }),
    logInNewMember(api, { tier: 'starter' }),
    logInNewMember(api, { tier: 'starter' }),
    logInNewMember(api, { tier: 'starter', staff: true }),
    logInNewMember(api, { tier: 'essential' }),
  ]);
  await changeLater(lowered, { tier: 'starter' });
  await changeLater(locked, { tier: 'guest', unlocked: false });
  await changeLater(raised, { tier: 'essential' });
  await changeLater(former, { tier: 'guest', unlocked: false, staff: false });

  const { regained, revoked } = await findRevived(place());
  expect(regained).toHaveLength(3);
  expect(regained).toEqual(
    expect.arrayContaining([
      { email: lowered.email, tier: 'essential', before: 'starter' },
      { email: locked.email, tier: 'starter', before: 'guest' },
      { email: former.email, tier: 'starter', before: 'guest' },
    ]),
  );
  expect(revoked).toEqual([former.email]);
});

it('erases the listed members, even if they logged in since, and ends no other session', async () => {
  const [stayed, left] = await Promise.all([
    logInNewMember(api),
    logInNewMember(api),
    logInNewMember(api),
  ]);
  await api.auth.deleteUser(left.uid);
  const { erased } = await findRevived(place());
  expect(erased).toEqual([left.uid]);
  await endAllMemberSessions(place(), Date.now());
  await logIn(api, left.email);
  expect((await findRevived(place())).erased).toEqual([]);
  const { token } = await logIn(api, stayed.email);

  expect(await restartDeletions(place(), [...erased, randomUUID()], Date.now())).toBe(1);
  const begun = await api.firestore.collection('deletions').get();
  expect(begun.docs.map(({ id }) => id)).toEqual([left.uid]);
  expect((await api.firestore.doc(`users/${left.uid}`).get()).exists).toBe(false);
  expect((await api.call('/auth/me', { token })).status).toBe(200);
  expect(await restartDeletions(place(), erased, Date.now())).toBe(0);
});

it('erases nobody if the accounts may be lost as well', async () => {
  for (let members = 0; members < 6; members += 1) await createMember(api);
  const { erased, members } = await findRevived(place());
  await expect(restartDeletions(place(), erased, Date.now())).rejects.toThrow(
    'the accounts themselves may be lost',
  );
  expect((await api.firestore.collection('users').get()).size).toBe(members);
});
