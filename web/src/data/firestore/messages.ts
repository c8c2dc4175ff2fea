import * as z from 'zod/mini';

const targets = z._default(z.array(z.int()), []);

const changedDocument = z.object({
  document: z.object({
    name: z.string(),
    fields: z._default(z.record(z.string(), z.unknown()), {}),
  }),
  targetIds: targets,
  removedTargetIds: targets,
});

const removedDocument = z.object({ document: z.string(), removedTargetIds: targets });

const targetChange = z.object({
  targetChangeType: z._default(z.string(), 'NO_CHANGE'),
  /** Empty: all targets. */
  targetIds: targets,
  cause: z.optional(
    z.object({ code: z._default(z.int(), 0), message: z._default(z.string(), '') }),
  ),
  /** With it and without targets: what was sent so far is the state of all targets at this time. */
  readTime: z.optional(z.string()),
});

/**
 * A message of the server, of exactly one kind; an unknown one has none of these. Source: `google.firestore.v1.ListenResponse`
 * in JSON, which leaves out zeros and empty lists
 */
export const listenResponseSchema = z.object({
  targetChange: z.optional(targetChange),
  documentChange: z.optional(changedDocument),
  documentDelete: z.optional(removedDocument),
  documentRemove: z.optional(removedDocument),
  filter: z.optional(z.object({ targetId: z.int(), count: z._default(z.int(), 0) })),
  /** Ends the connection. */
  error: z.optional(z.object({ status: z.string() })),
});

export type ListenResponse = z.infer<typeof listenResponseSchema>;

export type TargetChange = z.infer<typeof targetChange>;

/** Why the server ended a connection or a listener, or that it can't be reached. */
export class ListenError extends Error {
  /** The server refused the member, or their token. */
  readonly isDenied: boolean;

  /** @param status the gRPC status, by name or by number */
  constructor(readonly status: string | number) {
    super(`Firestore: ${status}`);
    this.isDenied = DENIALS.has(status);
  }
}

/** Source: google.rpc.Code */
const DENIALS: ReadonlySet<string | number> = new Set([
  'PERMISSION_DENIED',
  7,
  'UNAUTHENTICATED',
  16,
]);
