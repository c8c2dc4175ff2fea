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
      after: z.nullable(sentTime('after must be a time')),
    }),
    data: z.object({
      figures: networkFiguresSchema,
      me: networkMemberSchema,
      posts: z.array(postSchema),
      held: z.array(postSchema),
    }),
  }),
  actInNetwork: endpoint({
    ...unparsedNetworkAct,
    body: networkActSchema,
    data: z.object({ post: z.nullable(postSchema) }),
  }),
} as const;
