import * as z from 'zod/mini';

export const countSchema = z.int().check(z.gte(0));
