import * as z from 'zod/mini';
import { endpoint, NO_STORE } from '../core/endpoint';
import { problemSchema } from './problem';

/** Origin of a fault: a screen that React rendered, other code, or an unhandled promise. */
const FAULT_KINDS = ['screen', 'error', 'promise'] as const;

/** Stack frames reported at most. */
export const FAULT_FRAMES = 8;

/**
 * A fault of the app on a device. No field can hold what a member typed or sees, or their name: error messages and page
 * addresses, which could, are omitted.
 */
export const faultSchema = z.strictObject({
  /** The build's name: `0.1.0 (1a2b3c4)`. */
  build: z.string().check(z.regex(/^[\w.() ]{1,40}$/)),
  kind: z.enum(FAULT_KINDS),
  /** The error's class. */
  name: z.string().check(z.regex(/^[A-Za-z]{1,40}$/)),
  /** File of the site, line and column of each stack frame, innermost first. */
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
  reportProblem: endpoint({
    method: 'POST',
    path: '/api/problems',
    caller: 'optional',
    failure: 'Failed to report the problem',
    cache: NO_STORE,
    body: problemSchema,
    data: z.null(),
  }),
  /** 503 while something that members wait for is overdue, or the watcher doesn't run. For a check from outside. */
  health: endpoint({
    method: 'GET',
    path: '/api/health',
    caller: 'public',
    failure: 'Failed to check the service',
    cache: NO_STORE,
    data: z.null(),
  }),
} as const;
