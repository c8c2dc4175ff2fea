import { ScreenHead } from '../../../ui/ScreenHead';

export const Users = () => <ScreenHead title="Users" />;
