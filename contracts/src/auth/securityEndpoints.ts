import * as z from 'zod/mini';
import { deviceSchema } from '../privacy/archive';
import { endpoint, NO_STORE } from '../core/endpoint';
import {
  confirmationCodeSchema,
  currentPasswordSchema,
  emailField,
  newPasswordSchema,
  storedId,
} from '../core/validation';
import { sessionSchema } from './endpoints';

const NO_DEVICE = 'There is no such device';
const emptySchema = z.object({});

export const securityEndpoints = {
  changeEmail: endpoint({
    method: 'POST',
    path: '/api/account/email',
    caller: 'member',
    failure: 'Failed to change the address',
    cache: NO_STORE,
    body: z.strictObject({
      email: emailField('Email is required', 'Email is invalid'),
      currentPassword: currentPasswordSchema,
    }),
    data: emptySchema,
  }),
  confirmEmail: endpoint({
    method: 'POST',
    path: '/api/account/email/confirm',
    caller: 'member',
    session: 'replaces',
    failure: 'Failed to change the address',
    cache: NO_STORE,
    body: z.strictObject({ confirmationCode: confirmationCodeSchema }),
    data: sessionSchema,
  }),
  changePassword: endpoint({
    method: 'POST',
    path: '/api/account/password',
    caller: 'member',
    session: 'replaces',
    failure: 'Failed to change the password',
    cache: NO_STORE,
    body: z.strictObject({
      currentPassword: currentPasswordSchema,
      newPassword: newPasswordSchema,
    }),
    data: sessionSchema,
  }),
  devices: endpoint({
    method: 'GET',
    path: '/api/account/devices',
    caller: 'member',
    failure: 'Failed to get the devices',
    cache: NO_STORE,
    data: z.array(deviceSchema),
  }),
  endDevice: endpoint({
    method: 'DELETE',
    path: '/api/account/devices/:id',
    caller: 'member',
    failure: 'Failed to sign the device out',
    cache: NO_STORE,
    params: z.strictObject({ id: z.string().check(z.regex(storedId(64), NO_DEVICE)) }),
    data: emptySchema,
  }),
  endOtherDevices: endpoint({
    method: 'DELETE',
    path: '/api/account/devices',
    caller: 'member',
    session: 'replaces',
    failure: 'Failed to sign the devices out',
    cache: NO_STORE,
    data: sessionSchema,
  }),
  deleteAccount: endpoint({
    method: 'DELETE',
    path: '/api/account',
    caller: 'member',
    session: 'ends',
    failure: 'Failed to delete the account',
    cache: NO_STORE,
    body: z.strictObject({ currentPassword: currentPasswordSchema }),
    data: emptySchema,
  }),
} as const;
