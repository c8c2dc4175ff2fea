import * as z from 'zod/mini';
import { endpoint, NO_STORE } from '../core/endpoint';
import { pictureBodySchema, pictureIdSchema, servedPictureSchema } from './picture';
import { proofStateSchema } from './submission';
import { unparsedPicture } from '../core/unparsedEndpoints';

export const picturesEndpoints = {
  submitPicture: endpoint({
    ...unparsedPicture,
    body: pictureBodySchema,
    data: z.object({ state: proofStateSchema }),
  }),
  picture: endpoint({
    method: 'GET',
    path: '/api/pictures/:id',
    caller: 'member',
    failure: 'The picture could not be fetched',
    cache: NO_STORE,
    params: z.strictObject({ id: pictureIdSchema }),
    data: servedPictureSchema,
  }),
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
