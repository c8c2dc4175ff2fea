import type { ProblemKind } from '@quantalgo/contracts/problems/problem';

export const UNSENT_PROBLEMS_KEY = 'quantalgo.problems';

let listener: ((kind: ProblemKind) => void) | undefined;

/**
 * Registers the handler of {@link showProblemCode}. It loads the code's panel on demand.
 */
export function onProblem(listen: (kind: ProblemKind) => void): void {
  listener = listen;
}

export const showProblemCode = (kind: ProblemKind): void => listener?.(kind);
