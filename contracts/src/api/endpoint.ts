import type * as z from 'zod/mini';

/** Who may call: anyone, whoever is signed in, or staff alone. */
export type Caller = 'public' | 'member' | 'staff';

/** One endpoint: what both the server that mounts it and the client that calls it must know. */
export interface Endpoint {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** Express style: `/api/ledger/pages/:page`. */
  readonly path: string;
  readonly caller: Caller;
  readonly summary: string;
  /** The fixed message of the specification for a call that failed without a word of the server. */
  readonly failure: string;
  /** `Cache-Control` of a successful reply. */
  readonly cache: string;
  readonly params?: z.ZodMiniType;
  readonly query?: z.ZodMiniType;
  readonly body?: z.ZodMiniType;
  readonly data: z.ZodMiniType;
}

/** Types the entry of the registry exactly while checking its form. */
export const endpoint = <const E extends Endpoint>(definition: E): E => definition;

/** Replies that hold anything personal are kept nowhere. */
export const NO_STORE = 'no-store';
