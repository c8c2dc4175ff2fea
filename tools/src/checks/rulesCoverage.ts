import * as z from 'zod/mini';
import { addressesOf } from '../suite/environment';
import { type Ports } from '../suite/ports';
import { type Outcome } from './checks';

/** The projects in which the tests of firestore.rules run. */
const PROJECTS = ['demo-rules', 'demo-rules-live-record'] as const;

const node = z.object({
  sourcePosition: z.optional(
    z.object({ line: z.int(), currentOffset: z.int(), endOffset: z.int() }),
  ),
  values: z.optional(z.array(z.object({ count: z.optional(z.int()) }))),
  get children() {
    return z.optional(z.array(node));
  },
});
type Node = z.infer<typeof node>;

export const coverageSchema = z.object({
  rules: z.object({ files: z.array(z.object({ content: z.string() })) }),
  report: z.array(node),
});
type Coverage = z.infer<typeof coverageSchema>;

/** Whether each expression was evaluated, by where it stands. */
function evaluatedIn(nodes: readonly Node[], into: Map<string, boolean>): void {
  for (const { sourcePosition: at, values = [], children = [] } of nodes) {
    if (at) {
      const place = `${at.line}:${at.currentOffset}:${at.endOffset}`;
      into.set(place, (into.get(place) ?? false) || values.length > 0);
    }
    evaluatedIn(children, into);
  }
}

/** How many expressions the rules have, and those that no test made them evaluate: their line and text. */
export function coverageOf(reports: readonly Coverage[]): { all: number; missed: string[] } {
  const evaluated = new Map<string, boolean>();
  for (const { report } of reports) evaluatedIn(report, evaluated);
  const source = reports[0]?.rules.files[0]?.content ?? '';
  const missed = [...evaluated].flatMap(([place, isEvaluated]) => {
    const [line = 0, from = 0, to = 0] = place.split(':').map(Number);
    return isEvaluated ? [] : [`line ${line}: ${source.slice(from, to + 1)}`];
  });
  return { all: evaluated.size, missed };
}

async function reportOf(ports: Ports, project: string): Promise<Coverage> {
  const { firestore } = addressesOf(ports);
  const reply = await fetch(`${firestore}/emulator/v1/projects/${project}:ruleCoverage`);
  if (!reply.ok) throw new Error(`The coverage of ${project} can’t be had: ${reply.status}`);
  return coverageSchema.parse(await reply.json());
}

/** Whether the tests that ran on a suite made firestore.rules evaluate every expression. */
export async function rulesCoverage(ports: Ports): Promise<Outcome> {
  const reports = await Promise.all(PROJECTS.map((project) => reportOf(ports, project)));
  const { all, missed } = coverageOf(reports);
  const percent = Math.floor(((all - missed.length) / Math.max(1, all)) * 100);
  const words = `firestore.rules: ${percent} % of ${all} expressions\n${missed.join('\n')}\n`;
  const isWhole = all > 0 && missed.length === 0;
  return { passed: isWhole ? 1 : 0, failed: isWhole ? 0 : 1, skipped: 0, output: words };
}
