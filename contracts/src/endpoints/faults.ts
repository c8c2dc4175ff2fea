import * as z from 'zod/mini';
import { endpoint, NO_STORE } from '../endpoint';

/** Where a fault came up: in a screen that React drew, in other code, or in a promise that nobody awaited. */
export const FAULT_KINDS = ['screen', 'error', 'promise'] as const;

/** Most calls on the stack that are reported. */
export const FAULT_FRAMES = 8;

/**
 * A fault of the app on somebody's device. No part of it can hold what a member typed, sees or is called: messages of
 * errors and addresses of pages, which could, are left out.
 */
export const faultSchema = z.strictObject({
  /** As the build names itself: `0.1.0 (1a2b3c4)`. */
  build: z.string().check(z.regex(/^[\w.() ]{1,40}$/)),
  kind: z.enum(FAULT_KINDS),
  /** The error's class. */
  name: z.string().check(z.regex(/^[A-Za-z]{1,40}$/)),
  /** File of the site, line and column of each call on the stack, the innermost first. */
  frames: z
    .array(z.string().check(z.regex(/^[\w.-]{1,80}\.js:\d{1,7}:\d{1,7}$/)))
    .check(z.maxLength(FAULT_FRAMES)),
});

export type Fault = z.infer<typeof faultSchema>;

export const faultsEndpoints = {
  reportFault: endpoint({
    method: 'POST',
    path: '/api/faults',
    caller: 'public',
    failure: 'Failed to report the fault',
    cache: NO_STORE,
    body: faultSchema,
    data: z.null(),
  }),
} as const;
