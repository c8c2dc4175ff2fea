import { NetworkError } from '../../src/data/core/errors';

/** Tokens can't be renewed, as on an offline device. */
const fail = (): Promise<never> => Promise.reject(new NetworkError(null));

export const getIdToken = fail;

export const getClaims = fail;

export const openTokens = fail;

export const clearTokens = (): void => undefined;

export const getTokenUid = (): string | null => null;

export const followIdToken = (): void => undefined;

export const unfollowIdToken = (): void => undefined;
