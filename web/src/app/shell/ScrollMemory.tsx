import { useEffect, useLayoutEffect, useState } from 'react';
import { NavigationType, useLocation, useNavigationType } from 'react-router-dom';
import * as z from 'zod/mini';
import { readTabState, writeTabState } from '../../data/core/webStorage';

/** In px. `row` is the uppermost visible row, because rows may be added above it later. */
const placeSchema = z.object({
  y: z.number(),
  row: z.nullable(z.object({ id: z.string(), top: z.number() })),
});

type Place = z.infer<typeof placeSchema>;

const placesSchema = z.catch(z.record(z.string(), placeSchema), {});

/** Stored as a draft, so it belongs to the member and is deleted with the session. */
const STATE_NAME = 'scroll';

const MAX_ENTRIES = 50;

const ROW_ATTRIBUTE = 'data-row';

const findRow = (id: string) => document.querySelector(`[${ROW_ATTRIBUTE}="${CSS.escape(id)}"]`);

function measurePlace(): Place {
  const y = window.scrollY;
  const rows = y === 0 ? [] : document.querySelectorAll<HTMLElement>(`[${ROW_ATTRIBUTE}]`);
  for (const element of rows) {
    const { top } = element.getBoundingClientRect();
    const id = element.getAttribute(ROW_ATTRIBUTE);
    if (top >= 0 && top < window.innerHeight && id !== null) return { y, row: { id, top } };
  }
  return { y, row: null };
}

/** How long a list may take to load and still be scrolled to the stored position. */
const RESTORE_TIMEOUT_MS = 10_000;

/** A page counts as loaded once its layout hasn't shifted for this long. */
const SETTLE_DELAY_MS = 700;

const USER_SCROLL_EVENTS = ['wheel', 'touchstart', 'pointerdown', 'keydown'] as const;

/**
 * Keeps scrolling to the stored position while the page loads, until the layout settles or the
 * member scrolls.
 * @returns a stop function
 */
function restorePlace({ y, row }: Place, onDone: () => void): () => void {
  const controller = new AbortController();
  const startedAt = performance.now();
  let settledAt = Infinity;
  const stop = () => {
    if (controller.signal.aborted) return;
    controller.abort();
    onDone();
  };
  const step = (now: number) => {
    if (controller.signal.aborted) return;
    const element = row && findRow(row.id);
    const target = element ? window.scrollY + element.getBoundingClientRect().top - row.top : y;
    const isAtTarget = Math.abs(target - window.scrollY) < 1;
    if (!isAtTarget) window.scrollTo(0, target);
    const isTargetKnown = row ? element !== null : isAtTarget;
    if (!isTargetKnown || !isAtTarget) settledAt = isTargetKnown ? now : Infinity;
    else settledAt = Math.min(settledAt, now);
    if (now - settledAt > SETTLE_DELAY_MS || now - startedAt > RESTORE_TIMEOUT_MS) stop();
    else requestAnimationFrame(step);
  };
  for (const event of USER_SCROLL_EVENTS)
    window.addEventListener(event, stop, { signal: controller.signal, passive: true });
  step(startedAt);
  return stop;
}

/** True after a reload, Back or Forward to this document. */
function isDocumentRevisited(): boolean {
  const [entry] = performance.getEntriesByType('navigation');
  return entry !== undefined && 'type' in entry && entry.type !== 'navigate';
}

const SAVE_DELAY_MS = 100;

const seenEntries = new Set<string>();

class Places {
  readonly #places = new Map(Object.entries(placesSchema.parse(readTabState(STATE_NAME))));
  #entry = '';
  #stopRestoring: (() => void) | null = null;

  follow(signal: AbortSignal): void {
    history.scrollRestoration = 'manual';
    let timer: ReturnType<typeof setTimeout> | undefined;
    const save = () => this.#save();
    const saveSoon = () => {
      clearTimeout(timer);
      timer = setTimeout(save, SAVE_DELAY_MS);
    };
    window.addEventListener('scroll', saveSoon, { signal, passive: true });
    // Saves before the router draws another screen, and before the page unloads.
    for (const event of ['click', 'popstate', 'pagehide'])
      window.addEventListener(event, save, { signal, capture: true });
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      this.#stopRestoring?.();
    });
  }

  #save(): void {
    if (this.#entry === '' || this.#stopRestoring) return;
    this.#places.delete(this.#entry);
    this.#places.set(this.#entry, measurePlace());
    for (const [oldest] of this.#places)
      if (this.#places.size > MAX_ENTRIES) this.#places.delete(oldest);
    writeTabState(STATE_NAME, Object.fromEntries(this.#places));
  }

  enter(entry: string, isRevisited: boolean): void {
    if (entry === this.#entry) return;
    this.#stopRestoring?.();
    this.#entry = entry;
    seenEntries.add(entry);
    const place = isRevisited ? this.#places.get(entry) : undefined;
    if (place)
      this.#stopRestoring = restorePlace(place, () => {
        this.#stopRestoring = null;
      });
  }
}

/** Restores the scroll position on Back, Forward and Reload, even for lists that load late. */
export function ScrollMemory() {
  const { key, pathname } = useLocation();
  const type = useNavigationType();
  const [places] = useState(() => new Places());
  useEffect(() => {
    const controller = new AbortController();
    places.follow(controller.signal);
    return () => controller.abort();
  }, [places]);
  useLayoutEffect(() => {
    const entry = `${key} ${pathname}`;
    // A document's first entry always has this key, even after a reload.
    const wasSeen = key !== 'default' || seenEntries.has(entry) || isDocumentRevisited();
    places.enter(entry, type === NavigationType.Pop && wasSeen);
  }, [key, pathname, type, places]);
  return null;
}
