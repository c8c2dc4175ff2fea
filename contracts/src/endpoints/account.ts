import * as z from 'zod/mini';
import { accountDataSchema, deviceSchema, receivedProofSchema } from '../account';
import { endpoint, NO_STORE } from '../endpoint';
import {
  confirmationCodeSchema,
  currentPasswordSchema,
  emailField,
  fullNameSchema,
  newPasswordSchema,
  storedId,
} from '../validation';
import { slotIdSchema } from '../signals/signal';
import { isSlotId } from '../time';
import { userSchema, ZONE_CHOICES } from '../member';
import { registrationSchema } from '../registration';
import { sessionSchema } from './auth';

const NO_DEVICE = 'There is no such device';
const NOTHING = z.object({});

const choice = z.optional(z.boolean('Notifications are true or false'));

export const accountEndpoints = {
  updateAccount: endpoint({
    method: 'PATCH',
    path: '/api/account',
    caller: 'member',
    failure: 'Failed to save the settings',
    cache: NO_STORE,
    body: z.strictObject({
      fullName: z.optional(fullNameSchema),
      notifications: z.optional(
        z.strictObject({ signals: choice, trades: choice, marketing: choice, security: choice }),
      ),
      zone: z.optional(z.enum(ZONE_CHOICES, 'Choose a time zone from the list')),
    }),
    data: userSchema,
  }),
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
    data: NOTHING,
  }),
  confirmEmail: endpoint({
    method: 'POST',
    path: '/api/account/email/confirm',
    caller: 'member',
    failure: 'Failed to change the address',
    cache: NO_STORE,
    body: z.strictObject({ confirmationCode: confirmationCodeSchema }),
    data: sessionSchema,
  }),
  changePassword: endpoint({
    method: 'POST',
    path: '/api/account/password',
    caller: 'member',
    failure: 'Failed to change the password',
    cache: NO_STORE,
    body: z.strictObject({
      currentPassword: currentPasswordSchema,
      newPassword: newPasswordSchema,
    }),
    data: sessionSchema,
  }),
  choosePassword: endpoint({
    method: 'POST',
    path: '/api/account/first-password',
    caller: 'member',
    failure: 'Failed to save the password',
    cache: NO_STORE,
    body: z.strictObject({
      newPassword: newPasswordSchema,
      fullName: registrationSchema.shape.fullName,
      phone: registrationSchema.shape.phone,
      country: registrationSchema.shape.country,
    }),
    data: userSchema,
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
    data: NOTHING,
  }),
  endOtherDevices: endpoint({
    method: 'DELETE',
    path: '/api/account/devices',
    caller: 'member',
    failure: 'Failed to sign the devices out',
    cache: NO_STORE,
    data: sessionSchema,
  }),
  exportAccount: endpoint({
    method: 'GET',
    path: '/api/account/export',
    caller: 'member',
    failure: 'Failed to export your data',
    cache: NO_STORE,
    data: accountDataSchema,
  }),
  exportSignals: endpoint({
    method: 'GET',
    path: '/api/account/export/signals',
    caller: 'member',
    failure: 'Failed to export your data',
    cache: NO_STORE,
    query: z.strictObject({
      after: z.optional(slotIdSchema.check(z.refine(isSlotId, 'after must be the id of a slot'))),
    }),
    data: z.object({ signals: z.array(receivedProofSchema), next: z.nullable(slotIdSchema) }),
  }),
  deleteAccount: endpoint({
    method: 'DELETE',
    path: '/api/account',
    caller: 'member',
    failure: 'Failed to delete the account',
    cache: NO_STORE,
    body: z.strictObject({ currentPassword: currentPasswordSchema }),
    data: NOTHING,
  }),
} as const;
