import * as z from 'zod/mini';

const testSchema = z.object({
  annotations: z.array(z.object({ type: z.string(), description: z.optional(z.string()) })),
  status: z.string(),
});
const specsSchema = z.array(z.object({ tests: z.array(testSchema) }));
/** A file of tests, as Playwright reports it, and what is grouped in it. */
const suiteSchema = z.object({
  specs: z.optional(specsSchema),
  get suites() {
    return z.optional(z.array(suiteSchema));
  },
});
const reportSchema = z.object({ suites: z.array(suiteSchema) });

/** One fault of the matrix: what was done, what was asserted of it, and what came of that. */
export interface FaultRow {
  readonly fault: string;
  readonly done: string;
  readonly asserted: string;
  readonly passed: boolean;
  /** What was measured, or why it failed, where there is more to say. */
  readonly told?: string;
}

function rowOf({ annotations, status }: z.infer<typeof testSchema>): FaultRow {
  const of = (type: string) =>
    annotations.find((annotation) => annotation.type === type)?.description ?? '';
  return {
    fault: of('fault'),
    done: of('done'),
    asserted: of('asserted'),
    passed: status === 'expected',
  };
}

const testsIn = ({ specs = [], suites = [] }: z.infer<typeof suiteSchema>): FaultRow[] => [
  ...specs.flatMap(({ tests }) => tests.map(rowOf)),
  ...suites.flatMap(testsIn),
];

/** The rows of a run, from Playwright's report. @throws ZodError when it is none */
export const rowsOf = (report: unknown): FaultRow[] =>
  reportSchema
    .parse(report)
    .suites.flatMap(testsIn)
    .sort((one, other) => one.fault.localeCompare(other.fault));

const resultOf = ({ passed, told }: FaultRow): string =>
  [passed ? 'passed' : '**failed**', ...(told === undefined ? [] : [told])].join(': ');

/** The matrix as a table, ready for a page of Markdown too. */
export const tableOf = (rows: readonly FaultRow[]): string =>
  [
    ['row', 'what was done', 'asserted', 'result'],
    ['---', '---', '---', '---'],
    ...rows.map((row) => [row.fault, row.done, row.asserted, resultOf(row)]),
  ]
    .map((cells) => `| ${cells.join(' | ')} |`)
    .join('\n');
