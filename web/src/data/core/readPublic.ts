import { envelopeSchema } from '@quantalgo/contracts/core/endpoint';
import * as z from 'zod/mini';

/** `at`: server time (epoch ms). */
interface PublicResponse<Data> {
  readonly data: Data;
  readonly at: number;
}

const DEFAULT_TIMEOUT_MS = 10_000;

/**
 * Reads public data without a session or Firebase, for visitors' pages. HTTP caches may serve
 * the response.
 * @throws Error if there is no readable response
 */
export async function readPublic<Schema extends z.ZodMiniType>(
  {
    path,
    data,
  }: {
    readonly path: string;
    readonly data: Schema;
  },
  timeoutMs = DEFAULT_TIMEOUT_MS,
): Promise<PublicResponse<z.output<Schema>>> {
  const response = await fetch(path, {
    headers: { Accept: 'application/json' },
    credentials: 'omit',
    // The page is complete without the response, so its assets have priority.
    priority: 'low',
    signal: AbortSignal.timeout(timeoutMs),
  });
  const envelope = envelopeSchema.parse(await response.json());
  if (!envelope.success) throw new Error(envelope.error ?? `The server refused ${path}`);
  return { data: z.parse(data, envelope.data), at: Date.parse(envelope.timestamp) };
}
