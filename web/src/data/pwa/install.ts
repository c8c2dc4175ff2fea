import * as z from 'zod/mini';
import { observable } from '../core/observable';
import { readLocalJson, writeLocal } from '../core/webStorage';

/** https://wicg.github.io/manifest-incubations/#beforeinstallpromptevent-interface */
interface InstallPrompt extends Event {
  readonly prompt: () => Promise<unknown>;
}

const isPrompt = (event: Event): event is InstallPrompt => 'prompt' in event;

export const installPrompt = observable<(() => void) | null>(null);

export const isInstalled = (): boolean =>
  matchMedia('(display-mode: standalone)').matches ||
  ('standalone' in navigator && navigator.standalone === true);

export const requiresManualInstall = (): boolean =>
  'standalone' in navigator && navigator.maxTouchPoints > 0;

/** Captures the browser's offer, so that the app can show its own. The event fires early. */
export function captureInstallPrompt(): void {
  window.addEventListener('beforeinstallprompt', (event) => {
    if (!isPrompt(event)) return;
    event.preventDefault();
    installPrompt.set(() => {
      // A prompt can be shown only once.
      installPrompt.set(null);
      void event.prompt().catch(() => undefined);
    });
  });
  window.addEventListener('appinstalled', () => installPrompt.set(null));
}

const INSTALL_KEY = 'quantalgo.install';

const historySchema = z.object({
  /** `visits`: counted while logged in. `seenAt`: the last one (epoch ms). */
  visits: z.int(),
  seenAt: z.number(),
  /** `refusals`: declined offers. `refusedAt`: the last one (epoch ms). */
  refusals: z.int(),
  refusedAt: z.number(),
});

export type InstallHistory = z.infer<typeof historySchema>;

const NO_HISTORY: InstallHistory = { visits: 0, seenAt: 0, refusals: 0, refusedAt: 0 };

const MIN_VISIT_GAP_MS = 30 * 60_000;

/** After one refusal, the offer is repeated a month later. */
const REFUSAL_PAUSE_MS = 30 * 24 * 60 * 60_000;

const MAX_REFUSALS = 2;

export const addVisit = (history: InstallHistory, now: number): InstallHistory => ({
  ...history,
  visits: history.visits + (Math.abs(now - history.seenAt) > MIN_VISIT_GAP_MS ? 1 : 0),
  seenAt: now,
});

export const shouldOfferInstall = (
  { visits, refusals, refusedAt }: InstallHistory,
  now: number,
): boolean =>
  visits > 1 &&
  refusals < MAX_REFUSALS &&
  (refusals === 0 || Math.abs(now - refusedAt) > REFUSAL_PAUSE_MS);

const readHistory = (): InstallHistory =>
  historySchema.safeParse(readLocalJson(INSTALL_KEY)).data ?? NO_HISTORY;

const storeHistory = (history: InstallHistory) => writeLocal(INSTALL_KEY, JSON.stringify(history));

export function recordInstallVisit(): boolean {
  const now = Date.now();
  const updated = addVisit(readHistory(), now);
  storeHistory(updated);
  return shouldOfferInstall(updated, now);
}

export function refuseInstall(): void {
  const current = readHistory();
  storeHistory({ ...current, refusals: current.refusals + 1, refusedAt: Date.now() });
}
