import type { endpoints, EndpointName } from '@quantalgo/contracts';
import * as z from 'zod/mini';

type Registry = typeof endpoints;
type Part = 'body' | 'query' | 'params';

/** What one part of a call carries, as the endpoint's schema reads it; nothing where it has no such part. */
type Carried<N extends EndpointName, P extends Part> = Registry[N] extends {
  readonly [K in P]: infer S extends z.ZodMiniType;
}
  ? z.input<S>
  : never;

type Needed<N extends EndpointName, P extends Part> = [Carried<N, P>] extends [never]
  ? unknown
  : Readonly<Record<P, Carried<N, P>>>;

/** Names the call to an endpoint that counts it once, however often it arrives. */
type Keyed<N extends EndpointName> = Registry[N] extends { readonly idempotent: true }
  ? { readonly idempotencyKey: string }
  : Registry[N] extends { readonly idempotent: 'optional' }
    ? { readonly idempotencyKey?: string }
    : unknown;

/** Which version (an `accessVersion`) the call means to change, where the endpoint asks. */
type Versioned<N extends EndpointName> = Registry[N] extends { readonly versioned: true }
  ? { readonly version?: number }
  : unknown;

/** What a call of the endpoint carries. */
export type RequestOf<N extends EndpointName> = Needed<N, 'body'> &
  Needed<N, 'params'> &
  Keyed<N> &
  Versioned<N> & { readonly query?: Carried<N, 'query'> };

/** The data that the endpoint answers. */
export type DataOf<N extends EndpointName> = z.output<Registry[N]['data']>;

/** A call in the form that every endpoint fits. */
export interface AnyRequest {
  readonly body?: unknown;
  readonly params?: unknown;
  readonly query?: unknown;
  readonly idempotencyKey?: string;
  readonly version?: number;
}

/** Parameters and queries are text on both sides of their schemas. */
const texts = z.record(z.string(), z.optional(z.string()));

/** The address of a call: the endpoint's path with its parameters filled in, and the query. */
export function addressOf(path: string, { params, query }: AnyRequest): string {
  const values = texts.parse(params ?? {});
  const filled = path.replace(/:(\w+)/g, (_, name: string) =>
    encodeURIComponent(values[name] ?? ''),
  );
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(texts.parse(query ?? {})))
    if (value !== undefined) search.set(name, value);
  return search.size === 0 ? filled : `${filled}?${search.toString()}`;
}
