/** gRPC's code for a transaction that lost to others too often. */
const ABORTED = 10;

/** Its codes for a document that is gone, and for one that is not as it was read. */
const NOT_FOUND = 5;
const FAILED_PRECONDITION = 9;

const codeOf = (error: unknown): unknown =>
  typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined;

/**
 * True where so many calls changed the same documents at once that this one was given up, nothing of it done. People
 * don't: it takes a program that guesses.
 */
export const isContention = (error: unknown): boolean => codeOf(error) === ABORTED;

/** True where a write that was meant for a document as it was read came after another one, and did nothing. */
export function isOvertaken(error: unknown): boolean {
  const code = codeOf(error);
  return code === NOT_FOUND || code === FAILED_PRECONDITION;
}
