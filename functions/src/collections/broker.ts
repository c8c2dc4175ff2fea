import { DAY_MS, firestoreTimeSchema } from '@quantalgo/contracts/core/time';
import * as z from 'zod/mini';
import { BROKER_EVENTS } from '../domain/broker/postback';
import {
  API,
  type Collections,
  expiresAfter,
  notExported,
  ownedByMember,
  retainedText,
  STAFF_BY_API,
} from './collection';

export const postbackDocument = z.object({
  receivedAt: firestoreTimeSchema,
  /** The call's parameters as JSON, without the secret. */
  raw: z.string(),
  event: z.nullable(z.enum(BROKER_EVENTS)),
  traderId: z.nullable(z.string()),
  amount: z.nullable(z.number()),
  /** The member whose link was used, or who is known to own the account. */
  uid: z.nullable(z.string()),
  expireAt: firestoreTimeSchema,
});

const time = z.nullable(firestoreTimeSchema);

/** The broker's list and postbacks fill it. `report` counts only what postbacks reported. */
export const brokerAccountDocument = z.object({
  traderId: z.string(),
  underOurLink: z.boolean(),
  funded: z.boolean(),
  amount: z.nullable(z.number()),
  importedAt: firestoreTimeSchema,
  uid: z.optional(z.string()),
  report: z.optional(
    z.object({
      registeredAt: time,
      confirmedAt: time,
      depositedAt: time,
      deposited: z.number(),
      withdrawn: z.number(),
    }),
  ),
});

export const BROKER = {
  brokerRegistry: {
    id: '{digest}',
    holds: 'accounts as reported by the broker’s list or postbacks',
    schema: brokerAccountDocument,
    wayIn: 'none',
    waiting: 'none',
    member: {
      by: 'trader',
      erase: 'delete',
      export: notExported('broker data, identified by trader ID only'),
    },
    ...expiresAfter(90 * DAY_MS, (period) => `${period} after a list or postback named them`),
    queries: ['uid'],
    served: STAFF_BY_API,
    ...API,
  },
  brokerPostbacks: {
    id: '{digest}',
    holds: 'a call in which the broker reported a registration, deposit or withdrawal',
    schema: postbackDocument,
    wayIn: 'none',
    waiting: 'none',
    ...ownedByMember(retainedText('what the broker reported about your account there')),
    ...expiresAfter(90 * DAY_MS),
    unindexed: ['raw'],
    served: STAFF_BY_API,
    ...API,
  },
} as const satisfies Collections;
