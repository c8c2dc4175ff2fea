import { writeFileSync } from 'node:fs';
import { findSummaries } from './build/endpoints';
import { buildOpenApi } from './build/openapi';
import { runCommand } from './suite/command';
import { inRoot } from './system/root';

function genOpenapi(): Promise<number> {
  const text = JSON.stringify(buildOpenApi(findSummaries()), null, 2);
  writeFileSync(inRoot('docs', 'openapi.json'), `${text}\n`);
  console.log('Wrote docs/openapi.json');
  return Promise.resolve(0);
}

runCommand(genOpenapi);
