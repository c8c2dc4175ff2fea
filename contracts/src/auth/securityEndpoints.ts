import * as z from 'zod/mini';
import { deviceSchema } from '../privacy/archive';
import { endpoint, NO_STORE } from '../core/endpoint';
import { confirmationCodeSchema, emailField, createIdPattern } from '../core/validation';
import { sessionSchema } from './endpoints';
import { currentPasswordSchema, newPasswordSchema } from './passwordRules';

export const NO_DEVICE = 'Device not found';
const emptySchema = z.object({});

export const securityEndpoints = {
  /** Emails a code to the new address. Same reply if another member has it. */
  changeEmail: endpoint({
    method: 'POST',
    path: '/api/account/email',
    caller: 'member',
    failure: 'Failed to change your email',
    cache: NO_STORE,
    body: z.strictObject({
      email: emailField('Email is required', 'Email is invalid'),
      currentPassword: currentPasswordSchema,
    }),
    data: emptySchema,
  }),
  /** Sets the new address. Ends all sessions and opens a new one for the caller. */
  confirmEmail: endpoint({
    method: 'POST',
    path: '/api/account/email/confirm',
    caller: 'member',
    session: 'replaces',
    failure: 'Failed to change your email',
    cache: NO_STORE,
    body: z.strictObject({ confirmationCode: confirmationCodeSchema }),
    data: sessionSchema,
  }),
  /** Sets a new password. Ends all sessions and opens a new one for the caller. */
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
  /** Lists the member’s open sessions, most recently seen first. */
  devices: endpoint({
    method: 'GET',
    path: '/api/account/devices',
    caller: 'member',
    failure: 'Failed to get the devices',
    cache: NO_STORE,
    data: z.array(deviceSchema),
  }),
  /** Logs one device out. */
  logOutDevice: endpoint({
    method: 'DELETE',
    path: '/api/account/devices/:id',
    caller: 'member',
    failure: 'Failed to log out the device',
    cache: NO_STORE,
    params: z.strictObject({ id: z.string().check(z.regex(createIdPattern(64), NO_DEVICE)) }),
    data: emptySchema,
  }),
  /** Logs all other devices out. */
  logOutOtherDevices: endpoint({
    method: 'DELETE',
    path: '/api/account/devices',
    caller: 'member',
    session: 'replaces',
    failure: 'Failed to log out the devices',
    cache: NO_STORE,
    data: sessionSchema,
  }),
  /**
   * Permanently deletes the account and the member’s data. Audit entries stay under a pseudonym.
   */
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
