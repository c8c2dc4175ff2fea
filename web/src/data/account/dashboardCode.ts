import { authEndpoints } from '@quantalgo/contracts/auth/endpoints';
import { refreshMember } from '../auth/access';
import { call } from '../auth/call';
import { toFailureText } from '../core/errors';
import { useForm } from '../core/useForm';

export const useDashboardCodeForm = () =>
  useForm(authEndpoints.validateDashboardCode.body, {
    initial: { dashboardCode: '' },
    onSubmit: async (body) => {
      await call(authEndpoints.validateDashboardCode, { body });
      await refreshMember();
    },
    failure: toFailureText(authEndpoints.validateDashboardCode),
  });
