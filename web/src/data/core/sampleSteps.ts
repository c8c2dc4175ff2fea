import { useEffect, useState, useSyncExternalStore } from 'react';
import { observable } from './observable';

const DAY_MS = 24 * 60 * 60_000;

/** What all that is made up on sample screens hangs on: one number a day, so that a day's pictures are the same. */
export const sampleSeed = observable(Math.floor(Date.now() / DAY_MS));

const STILL = '(prefers-reduced-motion: reduce)';

function onVisibility(tell: () => void): () => void {
  document.addEventListener('visibilitychange', tell);
  return () => document.removeEventListener('visibilitychange', tell);
}

/** How far a sample screen has moved on, and the way to stop it. */
export interface SampleSteps {
  readonly seed: number;
  /** Grows by one every `everyMs` while the page is visible and nobody has stopped it. */
  readonly step: number;
  readonly running: boolean;
  readonly toggle: () => void;
}

/** Moves sample content on every `everyMs`. It begins at rest for whoever asks their system for less motion. */
export function useSampleSteps(everyMs: number): SampleSteps {
  const seed = useSyncExternalStore(sampleSeed.subscribe, sampleSeed.get);
  const visible = useSyncExternalStore(onVisibility, () => !document.hidden);
  const [running, setRunning] = useState(() => !matchMedia(STILL).matches);
  const [step, setStep] = useState(0);
  useEffect(() => {
    if (!running || !visible) return;
    const timer = setInterval(() => setStep((before) => before + 1), everyMs);
    return () => clearInterval(timer);
  }, [everyMs, running, visible]);
  return { seed, step, running, toggle: () => setRunning(!running) };
}
