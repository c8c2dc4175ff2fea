import { signOut } from '../data/session/session';
import { leaveAfter } from './leaving';

/** Signs the member out on this device. */
export const logOut = (): void => leaveAfter(signOut());
