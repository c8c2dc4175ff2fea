import * as z from 'zod/mini';
import { endpoint, NO_STORE } from '../core/endpoint';
import { userSchema } from '../account/member';
import { registrationSchema } from './registration';
import { emailField, fullNameSchema, phoneSchema } from '../core/validation';
import { newPasswordSchema } from './passwordRules';

const emptySchema = z.object({});

export const signUpEndpoints = {
  /** Stores a registration and emails its code. Same reply for known addresses. */
  register: endpoint({
    method: 'POST',
    path: '/auth/register',
    caller: 'public',
    failure: 'Registration failed',
    cache: NO_STORE,
    body: registrationSchema,
    data: emptySchema,
  }),
  /** Emails a member the activation steps, or a visitor with `email` a new confirmation code. */
  sendActivationEmail: endpoint({
    method: 'POST',
    path: '/auth/send-activation-email',
    caller: 'optional',
    failure: 'Failed to send activation email',
    cache: NO_STORE,
    body: z.strictObject({
      email: z.optional(emailField('Email is required', 'Email is invalid')),
    }),
    data: emptySchema,
  }),
  /** Sets the password and details of a passwordless account. Existing sessions stay open. */
  choosePassword: endpoint({
    method: 'POST',
    path: '/api/account/first-password',
    caller: 'member',
    passwordless: true,
    failure: 'Failed to save the password',
    cache: NO_STORE,
    body: z.strictObject({
      newPassword: newPasswordSchema,
      fullName: fullNameSchema,
      phone: phoneSchema,
      country: registrationSchema.shape.country,
    }),
    data: userSchema,
  }),
} as const;
