import { call } from '../api/call';
import { checkMember } from './checkMember';

/**
 * Unlocks the member's dashboard with a code that staff issued; what it opens shows at once.
 * @throws ApiError with the server's words. @throws NetworkError when no answer came.
 */
export async function redeemDashboardCode(dashboardCode: string): Promise<void> {
  await call('validateDashboardCode', { body: { dashboardCode } });
  await checkMember();
}
