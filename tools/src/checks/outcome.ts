/** What a check or a run of tests found. */
export interface Outcome {
  passed: number;
  failed: number;
  skipped: number;
  /** Names of the tests that passed only when tried again: counted as passed, and always told. */
  shaky?: readonly string[];
  /** What it wrote; shown when something failed. */
  output: string;
}

export interface Check {
  name: string;
  run: () => Promise<Outcome>;
}

export const NOTHING: Outcome = { passed: 0, failed: 0, skipped: 0, output: '' };

/** Both together; the outputs one after the other. */
export const add = (a: Outcome, b: Outcome): Outcome => ({
  passed: a.passed + b.passed,
  failed: a.failed + b.failed,
  skipped: a.skipped + b.skipped,
  output: a.output + b.output,
});

/** The closing line. */
export const summaryOf = ({ passed, failed }: Outcome): string =>
  `${passed} passed, ${failed} failed`;
