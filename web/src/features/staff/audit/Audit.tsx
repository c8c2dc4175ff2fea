import { ScreenHead } from '../../../ui/ScreenHead';

export const Audit = () => <ScreenHead title="Audit" />;
