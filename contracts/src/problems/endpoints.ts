import * as z from 'zod/mini';
import { endpoint, NO_STORE } from '../core/endpoint';
import { problemSchema } from './problem';

const FAULT_KINDS = ['screen', 'error', 'promise'] as const;

export const MAX_FAULT_FRAMES = 8;

/**
 * No field can hold what a member typed or sees. Error messages and page addresses could, so faults
 * omit them.
 */
export const faultSchema = z.strictObject({
  build: z.string().check(z.regex(/^[\w.() ]{1,40}$/)),
  kind: z.enum(FAULT_KINDS),
  name: z.string().check(z.regex(/^[A-Za-z]{1,40}$/)),
  frames: z
    .array(z.string().check(z.regex(/^[\w.-]{1,80}\.js:\d{1,7}:\d{1,7}$/)))
    .check(z.maxLength(MAX_FAULT_FRAMES)),
});

export type Fault = z.infer<typeof faultSchema>;

export const problemsEndpoints = {
  /** Logs an app error from a device, without personal data. */
  reportFault: endpoint({
    method: 'POST',
    path: '/api/faults',
    caller: 'public',
    failure: 'Failed to report the fault',
    cache: NO_STORE,
    body: faultSchema,
    data: z.null(),
  }),
  /** Stores a device’s recent actions under the code that the member gives to support. */
  reportProblem: endpoint({
    method: 'POST',
    path: '/api/problems',
    caller: 'optional',
    failure: 'Failed to report the problem',
    cache: NO_STORE,
    body: problemSchema,
    data: z.null(),
  }),
  /** 503 while work that members are waiting for is overdue, or the watcher isn’t running. */
  health: endpoint({
    method: 'GET',
    path: '/api/health',
    caller: 'public',
    failure: 'Failed to check the service',
    cache: NO_STORE,
    data: z.null(),
  }),
} as const;
