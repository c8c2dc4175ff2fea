import { DAY_MS } from '@quantalgo/contracts/core/time';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { observable } from './observable';

export const sampleSeed = observable(Math.floor(Date.now() / DAY_MS));

const REDUCED_MOTION = '(prefers-reduced-motion: reduce)';

function subscribeToVisibility(onChange: () => void): () => void {
  document.addEventListener('visibilitychange', onChange);
  return () => document.removeEventListener('visibilitychange', onChange);
}

export interface SampleSteps {
  readonly seed: number;
  readonly step: number;
  readonly running: boolean;
  readonly toggle: () => void;
}

export function useSampleSteps(intervalMs: number): SampleSteps {
  const seed = useSyncExternalStore(sampleSeed.subscribe, sampleSeed.get);
  const visible = useSyncExternalStore(subscribeToVisibility, () => !document.hidden);
  const [running, setRunning] = useState(() => !matchMedia(REDUCED_MOTION).matches);
  const [step, setStep] = useState(0);
  useEffect(() => {
    if (!running || !visible) return;
    const timer = setInterval(() => setStep((current) => current + 1), intervalMs);
    return () => clearInterval(timer);
  }, [intervalMs, running, visible]);
  return { seed, step, running, toggle: () => setRunning(!running) };
}
