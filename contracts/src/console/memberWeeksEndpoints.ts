import * as z from 'zod/mini';
import { endpoint, NO_STORE } from '../core/endpoint';
import { memberFiguresSchema } from './memberWeeks';

export const memberWeeksEndpoints = {
  /** Members’ way from sign-up to activity by week, as counts. */
  memberWeeks: endpoint({
    method: 'GET',
    path: '/api/admin/member-weeks',
    caller: 'staff',
    failure: 'Failed to fetch the figures',
    cache: NO_STORE,
    data: memberFiguresSchema,
  }),
  /** Counts an opened sign-up page, without anything about its visitor. */
  countOpening: endpoint({
    method: 'POST',
    path: '/api/sign-up-openings',
    caller: 'public',
    failure: 'Failed to count',
    cache: NO_STORE,
    data: z.null(),
  }),
} as const;
