import * as z from 'zod/mini';

const denial = z.object({ code: z.enum(['permission-denied', 'unauthenticated']) });

/** Whether the server refused this member, which asks who they are now, or something else failed, which may pass. */
export const failureOf = (error: unknown): 'denied' | 'failed' =>
  denial.safeParse(error).success ? 'denied' : 'failed';
