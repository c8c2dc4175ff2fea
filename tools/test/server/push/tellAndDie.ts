import { deliverPush } from '@quantalgo/functions/platform/push/deliver';
import { NOON, openSite } from './site';

/** Tells one push as a process of its own, so that it can be killed: `node --import tsx tellAndDie.ts PROJECT PUSH AT_ONCE`. */
const [project = '', push = '', atOnce = ''] = process.argv.slice(2);
const site = openSite(project);
await deliverPush({ ...site.deps(() => NOON + 1000), atOnce: Number(atOnce) }, push);
await site.close();
