import { ScreenHead } from '../../../ui/ScreenHead';

export const Setups = () => <ScreenHead title="Account setups" />;
