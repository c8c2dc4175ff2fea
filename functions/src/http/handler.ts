import type { Caller, Endpoint, EndpointName, endpoints, Pagination } from '@quantalgo/contracts';
import type * as z from 'zod/mini';
import type { Member } from './authenticate';

type Registry = typeof endpoints;
type Part = 'params' | 'query' | 'body';

type Parsed<E, P extends Part> =
  E extends Readonly<Record<P, infer S extends z.ZodMiniType>> ? z.output<S> : unknown;

interface Callers {
  readonly public: null;
  readonly optional: Member | null;
  readonly member: Member;
  readonly staff: Member;
}
type CallerOf<C extends Caller> = Callers[C];

type KeyOf<E> = E extends { readonly idempotent: true }
  ? string
  : E extends { readonly idempotent: 'optional' }
    ? string | null
    : null;

/** A request as its endpoint's schemas parsed it. */
export interface RequestOf<E extends Endpoint> {
  readonly params: Parsed<E, 'params'>;
  readonly query: Parsed<E, 'query'>;
  readonly body: Parsed<E, 'body'>;
  readonly caller: CallerOf<E['caller']>;
  /** The network that the call comes from. */
  readonly origin: string;
  /** The call's own key where the endpoint is idempotent. */
  readonly idempotencyKey: KeyOf<E>;
  /** The version that the call changes, where its endpoint is versioned and it says so. */
  readonly version: number | null;
}

/** What a handler answers; `cache` replaces the registry's `Cache-Control`. */
export interface ReplyWith<Data> {
  readonly data: Data;
  readonly message?: string;
  readonly pagination?: Pagination;
  readonly cache?: string;
}

/** Handlers by the name of their endpoint, typed by its schemas. */
export type Handlers = {
  readonly [Name in EndpointName]: (
    request: RequestOf<Registry[Name]>,
  ) => Promise<ReplyWith<z.input<Registry[Name]['data']>>>;
};

/** The handlers of one resource. */
export type HandlersOf<Names extends EndpointName> = Pick<Handlers, Names>;

/**
 * A handler as the router holds it. Being a method it takes in every typed handler; that is sound because the router
 * gives it nothing but what its own endpoint's schemas parsed.
 */
export type AnyHandler = {
  handle(request: {
    params: unknown;
    query: unknown;
    body: unknown;
    caller: Member | null;
    origin: string;
    idempotencyKey: string | null;
    version: number | null;
  }): Promise<ReplyWith<unknown>>;
}['handle'];
