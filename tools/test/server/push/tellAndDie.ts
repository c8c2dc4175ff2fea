import { deliverSignal } from '@quantalgo/functions/platform/push/broadcast';
import { NOON, openSite } from './site';

/** Sends one broadcast as a process of its own, so that it can be killed: `node --import tsx tellAndDie.ts PROJECT ID AT_ONCE`. */
const [project = '', broadcast = '', atOnce = ''] = process.argv.slice(2);
const site = openSite(project);
await deliverSignal({ ...site.deps(() => NOON + 1000), atOnce: Number(atOnce) }, broadcast);
await site.close();
