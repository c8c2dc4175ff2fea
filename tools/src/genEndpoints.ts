import { writeFileSync } from 'node:fs';
import { ENDPOINTS_FILE, endpointsText } from './build/endpoints';
import { runCommand } from './suite/command';
import { inRoot } from './system/root';

runCommand(() => {
  writeFileSync(inRoot(ENDPOINTS_FILE), endpointsText());
  console.log(`Wrote ${ENDPOINTS_FILE}`);
  return Promise.resolve(0);
});
