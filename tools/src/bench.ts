import { isKept, type Section, tableOf } from './bench/section';
import { signals } from './bench/signals';
import { onInterrupt } from './command/interrupt';
import { Refusal } from './command/refusal';
import { runCommand } from './command/runCommand';

const SECTIONS: Record<string, Section> = { signals };

function chosen(names: readonly string[]): Section[] {
  return (names.length > 0 ? names : Object.keys(SECTIONS)).map((name) => {
    const section = SECTIONS[name];
    if (!section)
      throw new Refusal(
        `npm run bench -- [${Object.keys(SECTIONS).join('|')}]: no section ${name}`,
      );
    return section;
  });
}

/** Measures the sections that are named, or all of them; fails where a figure misses its limit. */
async function bench(names: string[]): Promise<number> {
  const sections = chosen(names);
  const stopped = onInterrupt();
  let kept = true;
  for (const { title, measure } of sections) {
    console.log(title);
    const figures = await measure(stopped);
    console.log(tableOf(figures));
    kept &&= figures.every(isKept);
  }
  return kept ? 0 : 1;
}

runCommand(bench);
