import { ScreenHead } from '../../../ui/ScreenHead';

export const VerificationQueue = () => <ScreenHead title="Verification queue" />;
