import * as z from 'zod/mini';
import { endpoint, NO_STORE } from '../api/endpoint';
import { typedCode } from '../onboarding/codes';
import { sessionSchema } from './auth';

export const transferEndpoints = {
  transferCode: endpoint({
    method: 'POST',
    path: '/auth/transfer-code',
    caller: 'member',
    summary: 'A short code that opens a session of this member in another window or device, once',
    failure: 'Failed to make a transfer code',
    cache: NO_STORE,
    data: z.object({ code: z.string(), expiresAt: z.iso.datetime() }),
  }),
  redeemTransferCode: endpoint({
    method: 'POST',
    path: '/auth/redeem-transfer-code',
    caller: 'public',
    summary: 'Opens the session that a transfer code stands for',
    failure: 'Failed to use the transfer code',
    cache: NO_STORE,
    body: z.strictObject({ code: typedCode('Please enter the transfer code') }),
    data: sessionSchema,
  }),
} as const;
