import { ScreenHead } from '../../../ui/ScreenHead';

export const Tickets = () => <ScreenHead title="Support tickets" />;
