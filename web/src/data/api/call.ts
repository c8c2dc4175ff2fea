import { endpoints, type EndpointName, type Pagination } from '@quantalgo/contracts';
import { NetworkError } from './errors';
import type { AnyRequest, DataOf, RequestOf } from './request';
import { send } from './send';

/** Fields that this client does not know are dropped; a reply that lacks a known one counts as no answer. */
function read(name: EndpointName, data: unknown): unknown {
  const parsed = endpoints[name].data.safeParse(data);
  if (!parsed.success) throw new NetworkError(parsed.error);
  return parsed.data;
}

/**
 * Calls an endpoint of the registry and reads its reply.
 * @throws ApiError with the server's words when it refuses.
 * @throws NetworkError when no answer came, or none that can be read.
 */
export async function call<N extends EndpointName>(
  name: N,
  request: RequestOf<N>,
): Promise<{ data: DataOf<N>; message?: string; pagination?: Pagination }>;
export async function call(
  name: EndpointName,
  request: AnyRequest,
): Promise<{ data: unknown; message?: string; pagination?: Pagination }> {
  const reply = await send(name, request, null);
  if (!reply.changed) throw new NetworkError('Not modified, though nobody asked');
  const { data, message, pagination } = reply.envelope;
  return {
    data: read(name, data),
    ...(message === undefined ? {} : { message }),
    ...(pagination === undefined ? {} : { pagination }),
  };
}

/** As {@link call}, but null when nothing changed since the reply that carried `etag`. */
export async function callIfChanged<N extends EndpointName>(
  name: N,
  request: RequestOf<N>,
  etag: string | null,
): Promise<{ data: DataOf<N>; etag: string | null } | null>;
export async function callIfChanged(
  name: EndpointName,
  request: AnyRequest,
  etag: string | null,
): Promise<{ data: unknown; etag: string | null } | null> {
  const reply = await send(name, request, etag);
  return reply.changed ? { data: read(name, reply.envelope.data), etag: reply.etag } : null;
}
