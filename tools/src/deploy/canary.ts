import * as z from 'zod/mini';
import { type FetchJson, http } from './cli';
import type { Canary } from './smoke';

/** Holds "email password". No function gets this secret. */
export const CANARY_SECRET = 'CANARY';

const accessSchema = z.object({ payload: z.object({ data: z.string() }) });

const CREDENTIALS_PATTERN = /^(\S+@\S+) (\S.*)$/;

export async function readCanary(fetchJson: FetchJson, project: string): Promise<Canary | null> {
  const url = `https://secretmanager.googleapis.com/v1/projects/${project}/secrets/${CANARY_SECRET}/versions/latest:access`;
  const data = (await fetchJson(http('GET', url), accessSchema))?.payload.data ?? '';
  const [, email, password] =
    CREDENTIALS_PATTERN.exec(Buffer.from(data, 'base64').toString('utf8').trim()) ?? [];
  return email === undefined || password === undefined ? null : { email, password };
}
