import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

export function heapUsed(): number {
  setFlagsFromString('--expose-gc');
  runInNewContext('gc()');
  return process.memoryUsage().heapUsed;
}
