import { type Check } from './outcome';
import { passOrFail } from './programs';

/** What is checked without running any of the product: lint, types, unused code and format, the longest first. */
export function staticChecks(signal: AbortSignal): Check[] {
  const lint = ['.', '--cache', '--cache-location', '.cache/eslint', '--max-warnings', '0'];
  const format = ['--check', '--cache', '--cache-location', '.cache/prettier', '.'];
  return [
    { name: 'lint', run: passOrFail('eslint', lint, signal) },
    { name: 'types', run: passOrFail('tsc', ['-b'], signal) },
    { name: 'unused', run: passOrFail('knip', ['--no-progress'], signal) },
    { name: 'format', run: passOrFail('prettier', [...format, '--log-level', 'warn'], signal) },
  ];
}
