import { randomUUID } from 'node:crypto';
import { networkEndpoints } from '@quantalgo/contracts/network/endpoints';
import { expect } from 'vitest';
import { logInNewMember } from '../http/members';
import type { Api } from '../http/suite';
import { storePostCount } from './earlier';

export type Member = Awaited<ReturnType<typeof logInNewMember>>;

export const saying = (text: string, to: string | null = null) => ({
  action: 'write',
  to,
  text,
  signal: null,
});

/** Trader’s Network calls. @param getApi a getter, because the API starts after tests are declared */
export function createNetworkClient(getApi: () => Api) {
  const act = (member: Member, body: object, key: string = randomUUID()) =>
    getApi().call('/api/network', {
      method: 'POST',
      token: member.token,
      body,
      headers: { 'idempotency-key': key },
    });
  const look = async (member: Member, after: string | null = null) => {
    const { envelope } = await getApi().call('/api/network/look', {
      method: 'POST',
      token: member.token,
      body: { after },
    });
    return networkEndpoints.networkUpdates.data.parse(envelope?.data);
  };
  return {
    act,
    look,
    /** A member with earlier posts, so not subject to the limits for new members. */
    known: async (fullName: string): Promise<Member> => {
      const member = await logInNewMember(getApi(), { tier: 'starter', fullName });
      const { uid } = member;
      await storePostCount(getApi().firestore, uid);
      return member;
    },
    written: async (member: Member, text: string, to: string | null = null): Promise<string> => {
      const id = randomUUID();
      expect((await act(member, saying(text, to), id)).status).toBe(200);
      return id;
    },
    seenBy: async (member: Member, id: string) =>
      (await look(member)).posts.find((post) => post.id === id),
  };
}
