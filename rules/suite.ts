import type { RulesTestContext } from '@firebase/rules-unit-testing';
import { readFileSync } from 'node:fs';

/** The database as somebody's rules show it; the testing library types it as the namespaced SDK. */
export type Database = ReturnType<RulesTestContext['firestore']>;

/** The text of a rules file of the project. */
export const rulesFile = (name: string): string =>
  readFileSync(new URL(`../${name}`, import.meta.url), 'utf8');

/**
 * Where an emulator listens.
 * @throws Error when the environment doesn't say so.
 */
export function emulatorAt(variable: string): { host: string; port: number } {
  const [host, port] = (process.env[variable] ?? '').split(':');
  if (host === undefined || port === undefined)
    throw new Error(`${variable} is not set: these tests run against the emulators`);
  return { host, port: Number(port) };
}
