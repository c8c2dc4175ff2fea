import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ACCOUNTS, PASSWORD } from '../seed/accounts';
import { suiteFolder } from '../suite/folders';
import { type Offset } from '../suite/ports';
import { type Outcome } from './outcome';

const PERSONAL: Readonly<Record<string, RegExp>> = {
  'an address': /[\w.+-]+@[\w-]+(?:\.[\w-]+)*\.[a-z]{2,}/i,
  'a token': /\beyJ[\w-]{10,}\.[\w-]+/,
  'a name': new RegExp(ACCOUNTS.map(({ fullName }) => fullName).join('|')),
  'a password': new RegExp(PASSWORD),
};

/** How the emulators mark what functions log; what they say of themselves is not the product's. */
const BY_A_FUNCTION = /^\s*>/;

/** The lines that functions logged which hold what is nobody's business, each with what that is. */
export function personalIn(log: string): string[] {
  return log.split('\n').flatMap((line, index) => {
    if (!BY_A_FUNCTION.test(line)) return [];
    const found = Object.entries(PERSONAL).filter(([, pattern]) => pattern.test(line));
    return found.map(([what]) => `line ${index + 1} holds ${what}: ${line.slice(0, 200)}`);
  });
}

/** Whether the functions of a suite logged anything personal in all that was done on it. */
export function logsWithoutPersonalData(offset: Offset): Outcome {
  const path = join(suiteFolder(offset).logs, 'emulators.log');
  const found = existsSync(path) ? personalIn(readFileSync(path, 'utf8')) : ['There is no log'];
  const output = `${found.slice(0, 20).join('\n')}\n`;
  const failed = found.length === 0 ? 0 : 1;
  return { passed: 1 - failed, failed, skipped: 0, output };
}
