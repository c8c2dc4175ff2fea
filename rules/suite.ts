import type { RulesTestContext } from '@firebase/rules-unit-testing';
import { readFileSync } from 'node:fs';

/** Firestore through somebody's rules; the testing library has the namespaced SDK's types. */
export type Database = ReturnType<RulesTestContext['firestore']>;

/** The contents of a rules file of the project. */
export const rulesFile = (name: string): string =>
  readFileSync(new URL(`../${name}`, import.meta.url), 'utf8');

/**
 * Address of an emulator.
 * @throws Error if the environment variable is missing.
 */
export function emulatorAt(variable: string): { host: string; port: number } {
  const [host, port] = (process.env[variable] ?? '').split(':');
  if (host === undefined || port === undefined)
    throw new Error(`${variable} is not set: these tests run against the emulators`);
  return { host, port: Number(port) };
}
