import { NetworkError } from '../../src/data/auth/errors';

/** Stands in for tokens that can't be renewed, as on a device without a network. */
const fail = (): Promise<never> => Promise.reject(new NetworkError(null));

export const idToken = fail;

export const claims = fail;

export const enter = fail;

export const leave = (): void => undefined;

export const holder = (): string | null => null;

export const followIdToken = (): void => undefined;

export const unfollowIdToken = (): void => undefined;
