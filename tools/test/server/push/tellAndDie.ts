import { deliverBroadcast } from '@quantalgo/functions/platform/push/broadcast';
import { NOON, openSite } from './site';

/**
 * Sends one broadcast in a separate process, so that it can be killed: `node --import tsx
 * tellAndDie.ts PROJECT ID AT_ONCE`.
 */
const [project = '', broadcast = '', concurrency = ''] = process.argv.slice(2);
const site = openSite(project);
await deliverBroadcast(
  { ...site.deps(() => NOON + 1000), batchSize: Number(concurrency) },
  broadcast,
);
await site.close();
