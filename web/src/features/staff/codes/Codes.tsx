import { ScreenHead } from '../../../ui/ScreenHead';

export const Codes = () => <ScreenHead title="Dashboard codes" />;
