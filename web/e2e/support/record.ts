import type { APIRequestContext } from '@playwright/test';
import { recordSchema } from '@quantalgo/contracts/record/endpoints';
import type { Performance } from '@quantalgo/contracts/signals/figures';
import * as z from 'zod/mini';

export async function fetchPerformance(request: APIRequestContext): Promise<Performance> {
  const reply: unknown = await (await request.get('/api/record')).json();
  return z.object({ data: recordSchema }).parse(reply).data.performance;
}
