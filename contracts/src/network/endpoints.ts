import * as z from 'zod/mini';
import { endpoint, NO_STORE } from '../core/endpoint';
import { networkActionSchema, networkFiguresSchema, networkMemberSchema, postSchema } from './post';
import { timeField } from '../core/time';
import { unparsedNetworkAction } from '../core/unparsedEndpoints';

export const networkEndpoints = {
  /**
   * Counts the caller as online in the Trader’s Network. Returns its figures, the caller’s
   * restrictions, and the posts that changed.
   */
  networkUpdates: endpoint({
    method: 'POST',
    path: '/api/network/look',
    caller: 'member',
    failure: 'Failed to load the Trader’s Network',
    cache: NO_STORE,
    body: z.strictObject({
      after: z.nullable(timeField('after must be a time')),
    }),
    data: z.object({
      figures: networkFiguresSchema,
      me: networkMemberSchema,
      posts: z.array(postSchema),
      held: z.array(postSchema),
    }),
  }),
  /**
   * Writes, edits, deletes, likes or reports a post, or hides an author. The idempotency key is the
   * id of a new post.
   */
  actInNetwork: endpoint({
    ...unparsedNetworkAction,
    body: networkActionSchema,
    data: z.object({ post: z.nullable(postSchema) }),
  }),
} as const;
