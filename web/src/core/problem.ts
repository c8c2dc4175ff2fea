import type { ProblemKind } from '@quantalgo/contracts/problems/problem';

/** The key in localStorage of reports that haven't been sent. */
export const UNSENT_PROBLEMS_KEY = 'quantalgo.problems';

let listener: ((kind: ProblemKind) => void) | undefined;

/** Has the app answer every {@link showProblemCode}: only then it loads what makes and shows a code. */
export function onProblem(listen: (kind: ProblemKind) => void): void {
  listener = listen;
}

/** Shows a code by which support finds what this device did. */
export const showProblemCode = (kind: ProblemKind): void => listener?.(kind);
