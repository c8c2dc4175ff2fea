import { inspectSetupProof } from '@quantalgo/functions/domain/submissions/uploads';
import { bombs } from '../../../functions/test/hostileFiles';

const BOMB_COUNT = 20;

const files = bombs().slice(0, BOMB_COUNT);

/** Inspects hostile files sequentially for each message. Runs as its own process. */
process.on('message', () => {
  for (let n = 0; n < BOMB_COUNT; n += 1)
    inspectSetupProof(files[n % files.length]?.bytes ?? Buffer.alloc(0));
  process.send?.('inspected');
});
process.on('disconnect', () => process.exit(0));
