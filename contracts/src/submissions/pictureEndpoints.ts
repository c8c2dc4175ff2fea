import * as z from 'zod/mini';
import { endpoint, NO_STORE } from '../core/endpoint';
import { pictureBodySchema, pictureIdSchema, servedPictureSchema } from './picture';
import { proofStateSchema } from './submission';
import { unparsedPicture } from '../core/unparsedEndpoints';

export const picturesEndpoints = {
  /**
   * Hands in an uploaded picture for the entry of the journal in `slot`, or for a post where it is null. It is shown
   * once it is redrawn; an unreferenced one is deleted after a day.
   */
  submitPicture: endpoint({
    ...unparsedPicture,
    body: pictureBodySchema,
    data: z.object({ state: proofStateSchema }),
  }),
  /** A picture of the caller’s own, as a JPEG in base64; null where it is not stored (yet). */
  picture: endpoint({
    method: 'GET',
    path: '/api/pictures/:id',
    caller: 'member',
    failure: 'The picture could not be fetched',
    cache: NO_STORE,
    params: z.strictObject({ id: pictureIdSchema }),
    data: servedPictureSchema,
  }),
  /** The picture of a post in the Trader’s Network; of a held post only for its author and staff. */
  postPicture: endpoint({
    method: 'GET',
    path: '/api/network/posts/:id/picture',
    caller: 'member',
    failure: 'The picture could not be fetched',
    cache: NO_STORE,
    params: z.strictObject({ id: z.uuid('There is no such post') }),
    data: servedPictureSchema,
  }),
} as const;
