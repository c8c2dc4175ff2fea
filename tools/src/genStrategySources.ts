import { writeFileSync } from 'node:fs';
import { runCommand } from './suite/command';
import { SOURCES_FILE, formatStrategySources } from './build/strategySources';
import { inRoot } from './system/root';

/** Strategy fingerprints include these hashes. */
function genStrategySources(): Promise<number> {
  writeFileSync(inRoot(...SOURCES_FILE), formatStrategySources());
  console.log(`Wrote ${SOURCES_FILE.join('/')}`);
  return Promise.resolve(0);
}

runCommand(genStrategySources);
