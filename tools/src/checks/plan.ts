import { Refusal } from '../command/refusal';

/** The parts of the tests, in the order in which they run. */
const PARTS = ['check', 'unit', 'server', 'rules', 'e2e'] as const;

export type Part = (typeof PARTS)[number];

export interface Plan {
  parts: readonly Part[];
  /** True when something is left out. */
  partial: boolean;
  /** Further words for Vitest or Playwright. */
  extra: string[];
}

/** All of the tests: `unit` is within `check`. */
const EVERYTHING: readonly Part[] = ['check', 'server', 'rules', 'e2e'];

/**
 * What the words after `npm test --` ask for: everything, or `--only <part>` with words for its runner.
 * @throws Refusal when there is no such part
 */
export function planOf(args: string[]): Plan {
  const [option, name, ...extra] = args;
  if (option === undefined) return { parts: EVERYTHING, partial: false, extra: [] };
  const part = PARTS.find((known) => known === name);
  if (option !== '--only' || part === undefined)
    throw new Refusal(`npm test -- --only ${PARTS.join('|')} [words for Vitest or Playwright]`);
  return { parts: [part], partial: true, extra };
}

/** Whether these parts need a running suite, with the built site, and a second one beside it for half of the journeys. */
export const needsSuite = ({ parts }: Plan): boolean =>
  parts.some((part) => part === 'server' || part === 'rules' || part === 'e2e');
export const needsSite = ({ parts }: Plan): boolean => parts.includes('e2e');
export const needsSecond = ({ parts, extra }: Plan): boolean =>
  parts.includes('e2e') && extra.length === 0;
