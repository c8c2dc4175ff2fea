import { randomUUID } from 'node:crypto';
import { sessionSchema, ACCESS_STATES } from '@quantalgo/contracts';
import * as z from 'zod/mini';
import { type OwnApi } from '../bench/ownApi';
import { PASSWORD, type Account } from '../seed/accounts';
import { createAccount } from '../seed/people';
import { CALLERS, type FuzzCaller, type Known } from './requests';

type Role = Exclude<FuzzCaller, 'nobody' | 'forged'>;

/** How the addresses of all people of a run end. */
export const ADDRESSES = '@fuzz.test';

const isRole = (caller: FuzzCaller): caller is Role => caller !== 'nobody' && caller !== 'forged';

const accountOf = (role: Role): Account => {
  const uid = `fuzz-${randomUUID()}`;
  const access = ACCESS_STATES[role === 'staff' ? 'guest' : role];
  return {
    uid,
    email: `${uid}${ADDRESSES}`,
    fullName: 'Ada Obi',
    admissionCode: `QA-${uid.slice(5, 12)}`,
    ...access,
    staff: role === 'staff',
  };
};

const replySchema = z.object({ data: sessionSchema });

async function tokenOf(url: string, email: string): Promise<string> {
  const reply = await fetch(`${url}/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password: PASSWORD }),
  });
  return replySchema.parse(await reply.json()).data.token;
}

/** People of a run, one of each role, with their tokens. */
export interface People {
  readonly tokens: ReadonlyMap<FuzzCaller, string>;
  readonly known: Known;
}

const FORGED = `${Buffer.from('{"alg":"none"}').toString('base64url')}.e30.`;

/** Creates somebody of each role and signs them in. */
export async function freshPeople({ url, auth, database }: OwnApi): Promise<People> {
  const tokens = new Map<FuzzCaller, string>([['forged', FORGED]]);
  const accounts: Account[] = [];
  for (const role of CALLERS.filter(isRole)) {
    const account = accountOf(role);
    await createAccount({ auth, database }, account, Date.now());
    tokens.set(role, await tokenOf(url, account.email));
    accounts.push(account);
  }
  const uids = accounts.map(({ uid }) => uid);
  return {
    tokens,
    known: { texts: [...accounts.map(({ email }) => email), PASSWORD, ...uids], ids: uids },
  };
}
