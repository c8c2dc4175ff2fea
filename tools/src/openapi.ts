import { buildOpenApi } from '@quantalgo/contracts/openapi';
import { writeFileSync } from 'node:fs';
import { runCommand } from './suite/command';
import { inRoot } from './system/root';

function openapi(): Promise<number> {
  writeFileSync(inRoot('docs', 'openapi.json'), `${JSON.stringify(buildOpenApi(), null, 2)}\n`);
  console.log('Wrote docs/openapi.json');
  return Promise.resolve(0);
}

runCommand(openapi);
