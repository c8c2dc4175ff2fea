/** gRPC's code for a transaction that lost to others too often. */
const ABORTED = 10;

/**
 * True where so many calls changed the same documents at once that this one was given up, nothing of it done. People
 * don't: it takes a program that guesses.
 */
export const isContention = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && 'code' in error && error.code === ABORTED;
