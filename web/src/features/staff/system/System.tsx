import { ScreenHead } from '../../../ui/ScreenHead';

export const System = () => <ScreenHead title="System" />;
