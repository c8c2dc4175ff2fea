import { envelopeSchema, IDEMPOTENCY_HEADER } from '@quantalgo/contracts';
import { PASSWORD } from '../../seed/accounts';
import { type Instance } from './startInstance';

/** What an instance answered. */
export interface Reply {
  readonly status: number;
  readonly data: unknown;
}

interface Call {
  readonly method?: string;
  readonly token?: string;
  /** The call's own key. */
  readonly key?: string;
  readonly body?: object;
}

/** Calls an instance. @throws Error when it is gone before it has answered */
export async function call(
  { url }: Instance,
  path: string,
  { method = 'POST', token, key, body }: Call = {},
): Promise<Reply> {
  const reply = await fetch(`${url}${path}`, {
    method,
    headers: {
      ...(body && { 'content-type': 'application/json' }),
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...(key !== undefined && { [IDEMPOTENCY_HEADER]: key }),
    },
    ...(body && { body: JSON.stringify(body) }),
  });
  return { status: reply.status, data: envelopeSchema.parse(await reply.json()).data };
}

/** Registers somebody with this address. */
export const register = (instance: Instance, email: string): Promise<Reply> =>
  call(instance, '/auth/register', {
    body: {
      fullName: 'Ada Obi',
      email,
      phone: '+234 801 234 5678',
      country: 'Nigeria',
      password: PASSWORD,
    },
  });

/** Logs in with the password that all have. */
export const logIn = (instance: Instance, email: string): Promise<Reply> =>
  call(instance, '/auth/login', { body: { email, password: PASSWORD } });
