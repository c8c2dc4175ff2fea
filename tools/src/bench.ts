import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { requireChromium } from '../emulators/install';
import { answers } from './bench/answers';
import { api } from './bench/api';
import { backtest } from './bench/backtest';
import { catchup } from './bench/catchup';
import { DOCUMENT, machineWords, partOf, withPart } from './bench/document';
import { functions } from './bench/function';
import { growth } from './bench/growth';
import { history } from './bench/history';
import { landing } from './bench/landing';
import { lighthouse } from './bench/lighthouse';
import { money } from './bench/money';
import { operations } from './bench/operations';
import { publish } from './bench/publish';
import { reopen } from './bench/reopen';
import { push } from './bench/push';
import { isKept, type Section, tableOf } from './bench/section';
import { signals } from './bench/signals';
import { staff } from './bench/staff';
import { verifier } from './bench/verifier';
import { linesWith, onInterrupt, Refusal, runCommand } from './suite/command';
import { runQuietly } from './system/childProcess';

const SECTIONS: Record<string, Section> = {
  signals,
  operations,
  answers,
  api,
  growth,
  function: functions,
  landing,
  lighthouse,
  publish,
  push,
  staff,
  verifier,
  backtest,
  history,
  reopen,
  catchup,
  money,
};

function chosen(names: readonly string[]): [string, Section][] {
  const known = Object.keys(SECTIONS);
  return (names.length > 0 ? names : known).map((name) => {
    const section = SECTIONS[name];
    if (!section) throw new Refusal(`npm run bench -- [${known.join('|')}]: no section ${name}`);
    return [name, section];
  });
}

async function machine(): Promise<string> {
  const program = await requireChromium(linesWith('  browser: '));
  const { output } = await runQuietly({ program, args: ['--version'] });
  const [version = 'Chromium'] = /Chrom\S+ [\d.]+/.exec(output) ?? [];
  return machineWords(version);
}

/** Writes a section's part of docs/benchmarks.md anew. */
function keep(part: string): void {
  const before = existsSync(DOCUMENT) ? readFileSync(DOCUMENT, 'utf8') : '';
  writeFileSync(DOCUMENT, withPart(before, part));
}

/** Measures the sections that are named, or all of them; fails where a figure misses its limit. */
async function bench(names: string[]): Promise<number> {
  const sections = chosen(names);
  const stopped = onInterrupt();
  const run = { at: new Date(), machine: await machine() };
  let kept = true;
  for (const [name, { title, measure }] of sections) {
    console.log(title);
    const figures = await measure(stopped);
    // Where what is measured on is not there, the section has said so, and the document keeps what it has.
    if (figures.length === 0) continue;
    console.log(tableOf(figures));
    keep(partOf(name, title, run, figures));
    kept &&= figures.every(isKept);
  }
  return kept ? 0 : 1;
}

runCommand(bench);
