import { ScreenHead } from '../../../ui/ScreenHead';

export const Mail = () => <ScreenHead title="Failed mail" />;
