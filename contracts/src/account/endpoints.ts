import { endpoint, NO_STORE } from '../core/endpoint';
import { userSchema } from './member';
import { accountChangeSchema } from '../settings/settings';

export const accountEndpoints = {
  /** Changes name, notifications and time zone. Omitted fields keep their values. */
  updateAccount: endpoint({
    method: 'PATCH',
    path: '/api/account',
    caller: 'member',
    idempotent: 'optional',
    failure: 'Failed to save the settings',
    cache: NO_STORE,
    body: accountChangeSchema,
    data: userSchema,
  }),
} as const;
