import { type Check } from './outcome';
import { passOrFail } from './programs';
import { runUnitTests } from './vitest';

/**
 * Types, lint, format, unused code and unit tests, the longest first: two of them run side by side.
 * @param unit further words for Vitest
 */
export function quickChecks(signal: AbortSignal, unit: string[] = []): Check[] {
  const lint = ['.', '--cache', '--cache-location', '.cache/eslint', '--max-warnings', '0'];
  const format = ['--check', '--cache', '--cache-location', '.cache/prettier', '.'];
  return [
    { name: 'lint', run: passOrFail('eslint', lint, signal) },
    { name: 'types', run: passOrFail('tsc', ['-b'], signal) },
    { name: 'unit', run: () => runUnitTests(unit, signal) },
    { name: 'unused', run: passOrFail('knip', ['--no-progress'], signal) },
    { name: 'format', run: passOrFail('prettier', [...format, '--log-level', 'warn'], signal) },
  ];
}
