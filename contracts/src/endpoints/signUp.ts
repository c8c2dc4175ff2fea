import * as z from 'zod/mini';
import { endpoint, NO_STORE } from '../api/endpoint';
import { typedCode } from '../onboarding/codes';
import { confirmationCodeSchema } from '../onboarding/confirmationCode';
import { emailField } from '../onboarding/email';
import { registrationSchema } from '../onboarding/registration';
import { sessionSchema } from './auth';

const BOTH = 'Please enter both email and confirmation code';
const NOTHING = z.object({});

export const signUpEndpoints = {
  register: endpoint({
    method: 'POST',
    path: '/auth/register',
    caller: 'public',
    summary: 'Takes a registration and mails its confirmation code; answers known addresses alike',
    failure: 'Registration failed',
    cache: NO_STORE,
    body: registrationSchema,
    data: NOTHING,
  }),
  confirmCode: endpoint({
    method: 'POST',
    path: '/auth/confirm-code',
    caller: 'public',
    summary: 'Opens the account whose confirmation code this is, and a session',
    failure: 'Code confirmation failed',
    cache: NO_STORE,
    body: z.strictObject({
      email: emailField(BOTH, 'Email is invalid'),
      confirmationCode: confirmationCodeSchema,
    }),
    data: sessionSchema,
  }),
  sendActivationEmail: endpoint({
    method: 'POST',
    path: '/auth/send-activation-email',
    caller: 'optional',
    summary:
      'Mails a member the steps of activation, a visitor with `email` a new confirmation code',
    failure: 'Failed to send activation email',
    cache: NO_STORE,
    body: z.strictObject({
      email: z.optional(emailField('Email is required', 'Email is invalid')),
    }),
    data: NOTHING,
  }),
  validateDashboardCode: endpoint({
    method: 'POST',
    path: '/auth/validate-dashboard-code',
    caller: 'member',
    summary: 'Unlocks the dashboard with a code that staff issued to this member',
    failure: 'Dashboard code validation failed',
    cache: NO_STORE,
    body: z.strictObject({ dashboardCode: typedCode('Please enter your dashboard code') }),
    data: z.object({ dashboardUnlocked: z.boolean() }),
  }),
} as const;
