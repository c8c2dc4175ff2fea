import * as z from 'zod/mini';
import { courseSchema } from './course';
import { learningSchema, learningWriteSchema } from './learning';
import { endpoint, NO_STORE } from '../core/endpoint';
import { unparsedLearningWrite } from '../core/unparsedEndpoints';

export const vaultEndpoints = {
  /** The courses of the Mentorship Vault with all lessons; null if the caller has this version. */
  courses: endpoint({
    method: 'GET',
    path: '/api/courses',
    caller: 'member',
    failure: 'Failed to get the courses',
    cache: NO_STORE,
    query: z.strictObject({
      have: z._default(z.string().check(z.regex(/^[\da-f]{0,16}$/, 'have must be a version')), ''),
    }),
    data: z.object({
      /** Changes whenever a course changes, including its figures. */
      version: z.string(),
      courses: z.nullable(z.array(courseSchema)),
    }),
  }),
  /** The lessons that the member finished, their answers and notes. */
  learning: endpoint({
    method: 'GET',
    path: '/api/learning',
    caller: 'member',
    failure: 'Failed to get your progress',
    cache: NO_STORE,
    data: learningSchema,
  }),
  /**
   * Writes progress in one lesson. Finished lessons stay finished. The last answer and note win; an
   * overwritten note that the writer had not seen moves to `conflicts`.
   */
  writeLearning: endpoint({
    ...unparsedLearningWrite,
    body: learningWriteSchema,
    data: learningSchema,
  }),
} as const;
