import { envelopeSchema } from '@quantalgo/contracts';

/** A reply as it came over the wire. */
export interface FuzzReply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly body: string;
}

const INTERNALS =
  /node_modules|\bat \S+ \(|\.ts:\d+|\.js:\d+|ECONNREFUSED|FirebaseAuthError|PERMISSION_DENIED/;

function faultOfEnvelope({ status, body }: FuzzReply): string | null {
  let parsed;
  try {
    parsed = envelopeSchema.safeParse(JSON.parse(body));
  } catch {
    return 'a body that is not JSON';
  }
  if (!parsed.success) return 'a body that is no envelope';
  const { success, message } = parsed.data;
  if (success !== status < 400) return `success ${success} at status ${status}`;
  if (!success && (message ?? '') === '') return 'a failure without a sentence';
  return !success && INTERNALS.test(body) ? 'the inside of the server in a failure' : null;
}

function faultOfHeaders({ headers }: FuzzReply): string | null {
  if (!/no-store|no-cache|max-age=\d/.test(headers['cache-control'] ?? ''))
    return 'no Cache-Control';
  if (headers['x-content-type-options'] !== 'nosniff') return 'no nosniff';
  if (headers['set-cookie'] !== undefined) return 'a cookie';
  if (headers['access-control-allow-origin'] !== undefined) return 'CORS';
  return headers['x-powered-by'] === undefined ? null : 'the name of its framework';
}

/** What no reply may be, whatever was asked; null where all is well. */
export function faultOf(reply: FuzzReply): string | null {
  const { status, headers, body } = reply;
  if (status >= 500) return `status ${status}: ${body.slice(0, 200)}`;
  const fault = faultOfHeaders(reply);
  if (fault !== null) return fault;
  if (body === '') return status === 304 ? null : `an empty body at status ${status}`;
  if (!(headers['content-type'] ?? '').startsWith('application/json'))
    return `a body of type ${headers['content-type'] ?? 'none'}, which a browser may show`;
  return faultOfEnvelope(reply);
}
