import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { answers } from './bench/answers';
import { api } from './bench/api';
import { backtest } from './bench/backtest';
import { withBrowser } from './bench/browser';
import { catchup } from './bench/catchup';
import { chat } from './bench/chat';
import { floods } from './bench/floods';
import { comeback } from './bench/comeback';
import { fresh } from './bench/fresh';
import { history } from './bench/history';
import { importFile } from './bench/import';
import { journal } from './bench/journal';
import { journalSearch } from './bench/journalSearch';
import { landing, lighthouse } from './bench/landing';
import { login } from './bench/login';
import { operations } from './bench/operations';
import { play } from './bench/play';
import { publish, signals } from './bench/signals';
import { reopen } from './bench/reopen';
import { push } from './bench/push';
import { revocation } from './bench/revocation';
import {
  DOCUMENT,
  isWithinLimit,
  describeMachine,
  formatPart,
  replacePart,
  type Section,
} from './bench/section';
import { verifier } from './bench/verifier';
import { createInterruptSignal, runCommand, CommandError } from './suite/command';

const SECTIONS: Record<string, Section> = {
  signals,
  operations,
  answers,
  login,
  floods,
  comeback,
  revocation,
  api,
  landing,
  lighthouse,
  publish,
  push,
  verifier,
  backtest,
  history,
  reopen,
  fresh,
  catchup,
  chat,
  play,
  journalSearch,
  journal,
  import: importFile,
};

function selectSections(names: readonly string[]): [string, Section][] {
  const allNames = Object.keys(SECTIONS);
  return (names.length > 0 ? names : allNames).map((name) => {
    const section = SECTIONS[name];
    if (!section)
      throw new CommandError(
        `Unknown section: ${name}. Usage: npm run bench -- [${allNames.join('|')}]`,
      );
    return [name, section];
  });
}

async function bench(names: string[]): Promise<number> {
  const sections = selectSections(names);
  const signal = createInterruptSignal();
  const chromium = await withBrowser((browser) => Promise.resolve(browser.version()));
  const run = { at: new Date(), machine: describeMachine(`Chromium ${chromium}`) };
  let isWithinLimits = true;
  for (const [name, { title, measure }] of sections) {
    const figures = await measure(signal);
    // Keep the earlier figures if a section returns none, because its prerequisites are missing.
    if (figures.length === 0) continue;
    const part = formatPart(name, title, run, figures);
    console.log(part);
    const existing = existsSync(DOCUMENT) ? readFileSync(DOCUMENT, 'utf8') : '';
    writeFileSync(DOCUMENT, replacePart(existing, part));
    isWithinLimits &&= figures.every(isWithinLimit);
  }
  return isWithinLimits ? 0 : 1;
}

runCommand(bench);
