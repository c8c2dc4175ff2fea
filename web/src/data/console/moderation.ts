import {
  moderationEndpoints,
  type PostCaseView,
  type Restriction,
} from '@quantalgo/contracts/network/moderationEndpoints';
import type { ModerationReason } from '@quantalgo/contracts/network/post';
import { type Request, useRequest } from '../core/useRequest';
import { call } from '../auth/call';
import { toFailureText } from '../core/errors';
import { runAsStaff, createStaffCache, useAutoRefresh } from './queries';

const caseLists = createStaffCache<readonly PostCaseView[]>();

export const usePostCases = (): Request<readonly PostCaseView[]> =>
  useAutoRefresh(
    useRequest(async () => (await call(moderationEndpoints.postCases, {})).data, {
      cache: caseLists,
      key: 'waiting',
      failure: toFailureText(moderationEndpoints.postCases),
    }),
  );

/**
 * `removalReason`: null keeps the post, and publishes it if it was held for review.
 * `withoutPicture`: staff haven't seen its picture, which may arrive later.
 */
export const decidePost = (
  id: string,
  body: { readonly removalReason: ModerationReason | null; readonly withoutPicture?: boolean },
): Promise<unknown> =>
  runAsStaff(() => call(moderationEndpoints.decidePost, { params: { id }, body }));

export const restrictMember = (
  id: string,
  restriction: Restriction,
  reason: ModerationReason,
): Promise<unknown> =>
  runAsStaff(() =>
    call(moderationEndpoints.restrictMember, { params: { id }, body: { restriction, reason } }),
  );
