import { endpoints, type AdminCode, type Tier } from '@quantalgo/contracts';
import { call } from '../api/call';
import { asStaff } from './asStaff';
import { staffMemory } from './memory';
import { useAnswer, type Answer } from './useAnswer';

const lists = staffMemory<readonly AdminCode[]>();

/** The dashboard codes that were issued last, kept while this page of the browser lives. */
export const useCodes = (): Answer<readonly AdminCode[]> =>
  useAnswer(lists, 'newest', () => asStaff(async () => (await call('adminCodes', {})).data), {
    wordless: endpoints.adminCodes.failure,
    unanswered: 'Network error. Please check your connection and try again.',
  });

/**
 * Issues a code, which is answered this once; an earlier one of the member is void then.
 * @throws ApiError with the server's words. @throws NetworkError when no answer came.
 */
export const issueCode = (
  userId: string,
  tier: Exclude<Tier, 'guest'>,
  mail: boolean,
): Promise<{ code: string; issued: AdminCode }> =>
  asStaff(async () => (await call('issueCode', { body: { userId, tier, mail } })).data);

/** Makes the open code of a member void. Throws as {@link issueCode} does. */
export const voidCode = (userId: string): Promise<AdminCode> =>
  asStaff(async () => (await call('voidCode', { params: { id: userId } })).data);
