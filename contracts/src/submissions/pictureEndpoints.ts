import * as z from 'zod/mini';
import { endpoint, NO_STORE } from '../core/endpoint';
import { pictureBodySchema, pictureIdSchema, servedPictureSchema } from './picture';
import { proofStateSchema } from './submission';
import { unparsedPicture } from '../core/unparsedEndpoints';

export const picturesEndpoints = {
  /**
   * Submits an uploaded picture for the journal entry of `slot`, or for a post if `slot` is null.
   * Pictures appear once the server has re-encoded them. Unused ones are deleted after a day.
   */
  submitPicture: endpoint({
    ...unparsedPicture,
    body: pictureBodySchema,
    data: z.object({ state: proofStateSchema }),
  }),
  /** The caller’s own picture as a base64 JPEG; null if it isn’t stored (yet). */
  picture: endpoint({
    method: 'GET',
    path: '/api/pictures/:id',
    caller: 'member',
    failure: 'The picture could not be fetched',
    cache: NO_STORE,
    params: z.strictObject({ id: pictureIdSchema }),
    data: servedPictureSchema,
  }),
  /**
   * The picture of a post in the Trader’s Network. Only the author and staff can see it while
   * the post is held.
   */
  postPicture: endpoint({
    method: 'GET',
    path: '/api/network/posts/:id/picture',
    caller: 'member',
    failure: 'The picture could not be fetched',
    cache: NO_STORE,
    params: z.strictObject({ id: z.uuid('Post not found') }),
    data: servedPictureSchema,
  }),
} as const;
