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
      /** Time of the newest change the caller has. */
      after: z.nullable(sentTime('after must be a time')),
    }),
    data: z.object({
      figures: networkFiguresSchema,
      me: networkMemberSchema,
      /** Changes since `after`, or the newest posts if there are too many or the caller has none. */
      posts: z.array(postSchema),
      /** The caller's newest posts that are held or refused. */
      held: z.array(postSchema),
    }),
  }),
  actInNetwork: endpoint({
    ...unparsedNetworkAct,
    body: networkActSchema,
    /** Null if the action concerns no post. */
    data: z.object({ post: z.nullable(postSchema) }),
  }),
} as const;
