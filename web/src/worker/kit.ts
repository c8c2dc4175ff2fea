import { KIT_MESSAGE, type KitState } from '../data/core/workerProtocol';
import { countKept, keepAll } from './keep';
import type { Site } from './site';
import { kitOf } from './versions';

declare const self: ServiceWorkerGlobalScope;

/** How far the fetching is that runs; null while none does. */
let running: { done: number } | null = null;
let failed = false;

async function stateOf({ version, kit }: Site): Promise<KitState> {
  const total = kit.length;
  if (running) return { status: 'fetching', done: running.done, total };
  const done = await countKept(kitOf(version), kit);
  if (done === total) return { status: 'ready', done, total };
  return { status: failed ? 'failed' : 'absent', done, total };
}

/** Tells all pages how much of the offline kit is there. */
export async function tellKit(site: Site): Promise<void> {
  const state = await stateOf(site);
  for (const page of await self.clients.matchAll({ includeUncontrolled: true }))
    page.postMessage({ type: KIT_MESSAGE, state });
}

/** Fetches what is missing of the offline kit, once at a time, and tells all pages how that goes. */
export async function fetchKit(site: Site): Promise<void> {
  if (running) return tellKit(site);
  const now = { done: 0 };
  running = now;
  failed = false;
  try {
    await keepAll(kitOf(site.version), site.kit, () => {
      now.done += 1;
      void tellKit(site);
    });
  } catch {
    failed = true;
  } finally {
    running = null;
  }
  await tellKit(site);
}
