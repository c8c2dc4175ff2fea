import { useEffect, useLayoutEffect, useState } from 'react';
import { NavigationType, useLocation, useNavigationType } from 'react-router-dom';
import * as z from 'zod/mini';
import { readDraft, writeDraft } from '../../data/core/webStorage';

/**
 * Where an entry of the browser’s history was left: `y` (px), and the row then uppermost with its distance (px) from the
 * window’s top, as lines may have come above it since.
 */
const placeSchema = z.object({
  y: z.number(),
  row: z.nullable(z.object({ id: z.string(), top: z.number() })),
});

type Place = z.infer<typeof placeSchema>;

const placesSchema = z.catch(z.record(z.string(), placeSchema), {});

/** A draft, so that it is the member’s own, lives as long as the tab, and goes with the session. */
const DRAFT = 'scroll';

const MAX_ENTRIES = 50;

/** Attribute of rows by which a list finds its place again: an id that the row keeps. */
const ROW = 'data-row';

const rowElement = (id: string) => document.querySelector(`[${ROW}="${CSS.escape(id)}"]`);

/** The place of the page as it is scrolled now. */
function currentPlace(): Place {
  const y = window.scrollY;
  const rows = y === 0 ? [] : document.querySelectorAll<HTMLElement>(`[${ROW}]`);
  for (const element of rows) {
    const { top } = element.getBoundingClientRect();
    const id = element.getAttribute(ROW);
    if (top >= 0 && top < window.innerHeight && id !== null) return { y, row: { id, top } };
  }
  return { y, row: null };
}

/** Longest time (ms) that a list may take to load and still be scrolled to its place. */
const RESTORE_TIMEOUT_MS = 10_000;

/** Time (ms) without another shift after which a page counts as loaded. */
const SETTLED_MS = 700;

/** What members do to scroll for themselves. */
const TAKEOVERS = ['wheel', 'touchstart', 'pointerdown', 'keydown'] as const;

/** Scrolls to a place while the page fills, until it stays there or the member scrolls. @returns the stop */
function restorePlace({ y, row }: Place, onDone: () => void): () => void {
  const stopped = new AbortController();
  const begunAt = performance.now();
  let settledAt = Infinity;
  const stop = () => {
    if (stopped.signal.aborted) return;
    stopped.abort();
    onDone();
  };
  const step = (now: number) => {
    if (stopped.signal.aborted) return;
    const element = row && rowElement(row.id);
    const target = element ? window.scrollY + element.getBoundingClientRect().top - row.top : y;
    const isThere = Math.abs(target - window.scrollY) < 1;
    if (!isThere) window.scrollTo(0, target);
    const isFound = row ? element !== null : isThere;
    if (!isFound || !isThere) settledAt = isFound ? now : Infinity;
    else settledAt = Math.min(settledAt, now);
    if (now - settledAt > SETTLED_MS || now - begunAt > RESTORE_TIMEOUT_MS) stop();
    else requestAnimationFrame(step);
  };
  for (const event of TAKEOVERS)
    window.addEventListener(event, stop, { signal: stopped.signal, passive: true });
  step(begunAt);
  return stop;
}

/** True if the document itself was reached by reload, back or forward. */
function isDocumentRevisited(): boolean {
  const [entry] = performance.getEntriesByType('navigation');
  return entry !== undefined && 'type' in entry && entry.type !== 'navigate';
}

/** Time (ms) after the last scrolling at which the place is noted. */
const NOTED_AFTER_MS = 100;

/** Entries that this document has shown. */
const seenEntries = new Set<string>();

/** Notes the scroll position of entries of the browser’s history, and takes the page to it. */
class Places {
  readonly #places = new Map(Object.entries(placesSchema.parse(readDraft(DRAFT))));
  #entry = '';
  #stopRestoring: (() => void) | null = null;

  /** Notes where the page is scrolled, until `stopped`. */
  follow(stopped: AbortSignal): void {
    history.scrollRestoration = 'manual';
    let timer: ReturnType<typeof setTimeout> | undefined;
    const note = () => this.#note();
    const noteSoon = () => {
      clearTimeout(timer);
      timer = setTimeout(note, NOTED_AFTER_MS);
    };
    window.addEventListener('scroll', noteSoon, { signal: stopped, passive: true });
    // Before the router draws another screen, and before the page goes.
    for (const event of ['click', 'popstate', 'pagehide'])
      window.addEventListener(event, note, { signal: stopped, capture: true });
    stopped.addEventListener('abort', () => {
      clearTimeout(timer);
      this.#stopRestoring?.();
    });
  }

  #note(): void {
    if (this.#entry === '' || this.#stopRestoring) return;
    this.#places.delete(this.#entry);
    this.#places.set(this.#entry, currentPlace());
    for (const [oldest] of this.#places)
      if (this.#places.size > MAX_ENTRIES) this.#places.delete(oldest);
    writeDraft(DRAFT, Object.fromEntries(this.#places));
  }

  /** Notes places under this entry from now on, and goes to its place if it `isRevisited`. */
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

/** Has Back, Forward and Reload lead to where the member was on each screen, for lists that are drawn late as well. */
export function ScrollMemory() {
  const { key, pathname } = useLocation();
  const type = useNavigationType();
  const [places] = useState(() => new Places());
  useEffect(() => {
    const stopped = new AbortController();
    places.follow(stopped.signal);
    return () => stopped.abort();
  }, [places]);
  useLayoutEffect(() => {
    const entry = `${key} ${pathname}`;
    // The first entry of a document has this key, however it was reached.
    const isKnown = key !== 'default' || seenEntries.has(entry) || isDocumentRevisited();
    places.enter(entry, type === NavigationType.Pop && isKnown);
  }, [key, pathname, type, places]);
  return null;
}
