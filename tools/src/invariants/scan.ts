import { setTimeout as sleep } from 'node:timers/promises';
import { type Outcome } from '../checks/outcome';
import { readEvidence, type ReadProject } from './project';
import { RULES } from './rules';
import { worldOf, type World } from './world';

/** What a rule was found to be. */
export interface Finding {
  readonly says: string;
  readonly broken: readonly string[];
}

/** Places of one rule that are shown; the rest is counted. */
const SHOWN = 10;

/** Holds every rule against what was read. */
export const findingsOf = (world: World): Finding[] =>
  RULES.map(({ says, broken }) => ({ says, broken: broken(world) }));

/** The findings as lines, the broken rules with their places. */
export function report(findings: readonly Finding[]): string {
  const lines = findings.flatMap(({ says, broken }) => {
    const places = broken.slice(0, SHOWN).map((place) => `    ${place}`);
    const more = broken.length > SHOWN ? [`    and ${broken.length - SHOWN} more`] : [];
    return [`${broken.length === 0 ? '✓' : '✗'} ${says}`, ...places, ...more];
  });
  return `${lines.join('\n')}\n`;
}

const outcomeOf = (findings: readonly Finding[]): Outcome => {
  const failed = findings.filter(({ broken }) => broken.length > 0).length;
  return { passed: findings.length - failed, failed, skipped: 0, output: report(findings) };
};

/**
 * Reads a project and holds every rule against it. What triggers have yet to mirror is given time: it is read again, until
 * all rules hold or `patienceMs` is over.
 */
export async function scan(project: ReadProject, patienceMs: number): Promise<Outcome> {
  const until = Date.now() + patienceMs;
  for (;;) {
    const outcome = outcomeOf(findingsOf(worldOf(await readEvidence(project))));
    if (outcome.failed === 0 || Date.now() >= until) return outcome;
    await sleep(AGAIN_AFTER_MS);
  }
}

const AGAIN_AFTER_MS = 1000;
