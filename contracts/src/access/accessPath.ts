import * as z from 'zod/mini';

export const accessPathSchema = z.enum(['manual', 'auto']);

export type AccessPath = z.infer<typeof accessPathSchema>;
