import { DAY_MS } from '@quantalgo/contracts/core/time';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { observable } from './observable';

/** Seed of all sample screens: one number a day, so that pictures taken on one day are the same. */
export const sampleSeed = observable(Math.floor(Date.now() / DAY_MS));

const STILL = '(prefers-reduced-motion: reduce)';

function onVisibility(tell: () => void): () => void {
  document.addEventListener('visibilitychange', tell);
  return () => document.removeEventListener('visibilitychange', tell);
}

/** Progress of a sample screen, and a toggle that pauses it. */
export interface SampleSteps {
  readonly seed: number;
  /** Increases by one every `everyMs` while the page is visible and the sample isn't paused. */
  readonly step: number;
  readonly running: boolean;
  readonly toggle: () => void;
}

/** Advances sample content every `everyMs`. Starts paused if the system asks for reduced motion. */
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
