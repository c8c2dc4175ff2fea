import { ApiError } from '../api/errors';
import { checkMember } from '../member/checkMember';
import { renewClaims } from '../member/renewClaims';

/**
 * Does what staff alone may do. Where the server refuses it, who the member is now is asked for, and a new token:
 * whoever is no longer staff is led out of the console.
 */
export async function asStaff<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof ApiError && error.status === 403 && (await checkMember()))
      void renewClaims();
    throw error;
  }
}
