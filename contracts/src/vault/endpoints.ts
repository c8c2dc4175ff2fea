import * as z from 'zod/mini';
import { courseSchema } from './course';
import { learningSchema, learningWriteSchema } from './learning';
import { endpoint, NO_STORE } from '../core/endpoint';
import { unparsedLearningWrite } from '../core/unparsedEndpoints';

export const coursesEndpoints = {
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
      /** Changes with every change of a course, including its figures. */
      version: z.string(),
      courses: z.nullable(z.array(courseSchema)),
    }),
  }),
  learning: endpoint({
    method: 'GET',
    path: '/api/learning',
    caller: 'member',
    failure: 'Failed to get your progress',
    cache: NO_STORE,
    data: learningSchema,
  }),
  writeLearning: endpoint({
    ...unparsedLearningWrite,
    body: learningWriteSchema,
    data: learningSchema,
  }),
} as const;
