import * as z from 'zod/mini';
import { type Ask, http } from './cli';
import type { Canary } from './smoke';

/** The secret that no function is given: address and password, with a blank between them. */
export const CANARY_SECRET = 'CANARY';

const accessSchema = z.object({ payload: z.object({ data: z.string() }) });

const FORM = /^(\S+@\S+) (\S.*)$/;

/** @returns null if there is none, or it is malformed */
export async function readCanary(ask: Ask, project: string): Promise<Canary | null> {
  const url = `https://secretmanager.googleapis.com/v1/projects/${project}/secrets/${CANARY_SECRET}/versions/latest:access`;
  const data = (await ask(http('GET', url), accessSchema))?.payload.data ?? '';
  const [, email, password] = FORM.exec(Buffer.from(data, 'base64').toString('utf8').trim()) ?? [];
  return email === undefined || password === undefined ? null : { email, password };
}
