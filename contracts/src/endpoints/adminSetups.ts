import * as z from 'zod/mini';
import { adminSetupSchema, setupCaseSchema } from '../admin/setups';
import { adminUserSchema } from '../admin/users';
import { endpoint, NO_STORE } from '../api/endpoint';
import { approvalBody, rejectionBody } from './adminDecision';

const setupId = z.uuid('There is no such account setup');
const setupParams = z.strictObject({ id: setupId });

export const adminSetupsEndpoints = {
  adminSetups: endpoint({
    method: 'GET',
    path: '/api/admin/setups',
    caller: 'staff',
    summary:
      'Account setups that wait for staff, oldest first, fifty at most, from the one after `after`',
    failure: 'Failed to fetch the account setups',
    cache: NO_STORE,
    query: z.strictObject({ after: z.optional(setupId) }),
    data: z.array(adminSetupSchema),
  }),
  adminSetup: endpoint({
    method: 'GET',
    path: '/api/admin/setups/:id',
    caller: 'staff',
    summary: 'One account setup with all that staff decides it by',
    failure: 'Failed to fetch the account setup',
    cache: NO_STORE,
    params: setupParams,
    data: setupCaseSchema,
  }),
  approveSetup: endpoint({
    method: 'POST',
    path: '/api/admin/setups/:id/approve',
    caller: 'staff',
    summary:
      'Approves an account setup and grants its member the tier, unless they have a higher one; 409 where it was decided otherwise',
    failure: 'Failed to approve the account setup',
    cache: NO_STORE,
    params: setupParams,
    body: approvalBody,
    data: z.object({ setup: adminSetupSchema, user: adminUserSchema }),
  }),
  rejectSetup: endpoint({
    method: 'POST',
    path: '/api/admin/setups/:id/reject',
    caller: 'staff',
    summary: 'Rejects an account setup with a reason, which is mailed to its member',
    failure: 'Failed to reject the account setup',
    cache: NO_STORE,
    params: setupParams,
    body: rejectionBody,
    data: adminSetupSchema,
  }),
} as const;
