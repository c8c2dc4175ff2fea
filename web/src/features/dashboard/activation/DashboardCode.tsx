import { useDashboardCode } from '../../../data/session/access';
import { DashboardCodeForm } from '../../../ui/DashboardCodeForm';

/** Takes the code with which staff open a dashboard. */
export const DashboardCode = () => <DashboardCodeForm {...useDashboardCode()} />;
