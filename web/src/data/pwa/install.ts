import * as z from 'zod/mini';
import { observable } from '../core/observable';
import { readLocalJson, writeLocal } from '../core/webStorage';

/** Chromium's addition to the event: https://wicg.github.io/manifest-incubations/#beforeinstallpromptevent-interface */
interface InstallPrompt extends Event {
  readonly prompt: () => Promise<unknown>;
}

const isPrompt = (event: Event): event is InstallPrompt => 'prompt' in event;

/** Asks the browser to install the app; null if it doesn't offer to. */
export const installPrompt = observable<(() => void) | null>(null);

/** True if this page is the installed app's window. */
export const isInstalled = (): boolean =>
  matchMedia('(display-mode: standalone)').matches ||
  ('standalone' in navigator && navigator.standalone === true);

/** True on iOS and iPadOS, where apps are installed manually from the browser's menu. */
export const installsByHand = (): boolean =>
  'standalone' in navigator && navigator.maxTouchPoints > 0;

/** Takes over the browser's offer to install, for the app to make. To be called early. */
export function followInstall(): void {
  window.addEventListener('beforeinstallprompt', (event) => {
    if (!isPrompt(event)) return;
    event.preventDefault();
    installPrompt.set(() => {
      // A prompt can only be shown once.
      installPrompt.set(null);
      void event.prompt().catch(() => undefined);
    });
  });
  window.addEventListener('appinstalled', () => installPrompt.set(null));
}

const KEY = 'quantalgo.install';

const historySchema = z.object({
  /** Visits of a signed-in member, and when (epoch ms) the last one was noted. */
  visits: z.int(),
  seenAt: z.number(),
  /** How often the offer was declined, and when (epoch ms) last. */
  refusals: z.int(),
  refusedAt: z.number(),
});

/** This device's history of offers to install. */
export type InstallHistory = z.infer<typeof historySchema>;

const NOTHING: InstallHistory = { visits: 0, seenAt: 0, refusals: 0, refusedAt: 0 };

/** A longer break (ms) starts another visit. */
const BETWEEN_VISITS_MS = 30 * 60_000;

/** After being declined once, the offer is repeated after a month (ms); after twice, never. */
const AFTER_REFUSAL_MS = 30 * 24 * 60 * 60_000;

const MAX_REFUSALS = 2;

/** The history with a visit at `now` (epoch ms). */
export const withVisit = (history: InstallHistory, now: number): InstallHistory => ({
  ...history,
  visits: history.visits + (Math.abs(now - history.seenAt) > BETWEEN_VISITS_MS ? 1 : 0),
  seenAt: now,
});

/**
 * Whether to offer the installation at `now` (epoch ms): not on a first visit, and not after a recent refusal, or two.
 */
export const mayOffer = ({ visits, refusals, refusedAt }: InstallHistory, now: number): boolean =>
  visits > 1 &&
  refusals < MAX_REFUSALS &&
  (refusals === 0 || Math.abs(now - refusedAt) > AFTER_REFUSAL_MS);

const history = (): InstallHistory => historySchema.safeParse(readLocalJson(KEY)).data ?? NOTHING;

const keep = (known: InstallHistory) => writeLocal(KEY, JSON.stringify(known));

/** Notes a member's visit. @returns whether to offer the installation */
export function noteVisit(): boolean {
  const now = Date.now();
  const known = withVisit(history(), now);
  keep(known);
  return mayOffer(known, now);
}

/** Stores that the offer was declined. */
export function refuseInstall(): void {
  const known = history();
  keep({ ...known, refusals: known.refusals + 1, refusedAt: Date.now() });
}
