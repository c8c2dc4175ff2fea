import {
  moderationEndpoints,
  type PostCaseView,
  type Restriction,
} from '@quantalgo/contracts/network/moderationEndpoints';
import type { ModerationReason } from '@quantalgo/contracts/network/post';
import { call } from '../auth/call';
import { toFailureText } from '../core/errors';
import { runAsStaff, createQueryCache, type StaffQuery, useStaffQuery } from './queries';

const caseLists = createQueryCache<readonly PostCaseView[]>();

export const usePostCases = (): StaffQuery<readonly PostCaseView[]> =>
  useStaffQuery(
    caseLists,
    'waiting',
    async () => (await call(moderationEndpoints.postCases, {})).data,
    toFailureText(moderationEndpoints.postCases),
  );

/** Removes a post for a reason; null keeps it, which publishes a held one. */
export const decidePost = (id: string, removeFor: ModerationReason | null): Promise<unknown> =>
  runAsStaff(() => call(moderationEndpoints.decidePost, { params: { id }, body: { removeFor } }));

export const restrictMember = (
  id: string,
  restriction: Restriction,
  reason: ModerationReason,
): Promise<unknown> =>
  runAsStaff(() =>
    call(moderationEndpoints.restrictMember, { params: { id }, body: { restriction, reason } }),
  );
