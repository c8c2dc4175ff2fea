import { writeFileSync } from 'node:fs';
import { runCommand } from './suite/command';
import { SOURCES_FILE, sourcesText } from './build/strategySources';
import { inRoot } from './system/root';

/** Writes the hashes of the strategies' source files, which their fingerprints are made of. */
function strategySources(): Promise<number> {
  writeFileSync(inRoot(...SOURCES_FILE), sourcesText());
  console.log(`Wrote ${SOURCES_FILE.join('/')}`);
  return Promise.resolve(0);
}

runCommand(strategySources);
