import type { ProblemKind } from '@quantalgo/contracts/problems/problem';

/** localStorage key of unsent reports. */
export const UNSENT_PROBLEMS_KEY = 'quantalgo.problems';

let listener: ((kind: ProblemKind) => void) | undefined;

/**
 * Registers the handler of {@link showProblemCode}, so that the code's screen
 * is loaded only when needed.
 */
export function onProblem(listen: (kind: ProblemKind) => void): void {
  listener = listen;
}

/** Shows a code by which support finds the report of this device. */
export const showProblemCode = (kind: ProblemKind): void => listener?.(kind);
