import * as z from 'zod/mini';
import { endpoint, NO_STORE } from '../core/endpoint';
import { networkActSchema, networkFiguresSchema, networkMemberSchema, postSchema } from './post';
import { sentTime } from '../core/time';
import { unparsedNetworkAct } from '../core/unparsedEndpoints';

export const networkEndpoints = {
  networkUpdates: endpoint({
    method: 'POST',
    path: '/api/network/look',
    caller: 'member',
    failure: "Failed to get the Trader's Network",
    cache: NO_STORE,
    body: z.strictObject({
      /** When the newest change that the caller has was made; null for none. */
      after: z.nullable(sentTime('after must be a time')),
    }),
    data: z.object({
      figures: networkFiguresSchema,
      me: networkMemberSchema,
      /** Open posts that changed since; the newest where the caller has none, or more changed than an answer holds. */
      posts: z.array(postSchema),
      /** The caller's own newest posts that moderators hold or refused. */
      held: z.array(postSchema),
    }),
  }),
  actInNetwork: endpoint({
    ...unparsedNetworkAct,
    body: networkActSchema,
    /** The post as it is now; null where none is concerned. */
    data: z.object({ post: z.nullable(postSchema) }),
  }),
} as const;
