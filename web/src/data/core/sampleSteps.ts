import { DAY_MS } from '@quantalgo/contracts/core/time';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { observable } from './observable';

export const sampleSeed = observable(Math.floor(Date.now() / DAY_MS));

const REDUCED_MOTION = '(prefers-reduced-motion: reduce)';

function onVisibility(onChange: () => void): () => void {
  document.addEventListener('visibilitychange', onChange);
  return () => document.removeEventListener('visibilitychange', onChange);
}

export interface SampleSteps {
  readonly seed: number;
  readonly step: number;
  readonly running: boolean;
  readonly toggle: () => void;
}

export function useSampleSteps(everyMs: number): SampleSteps {
  const seed = useSyncExternalStore(sampleSeed.subscribe, sampleSeed.get);
  const visible = useSyncExternalStore(onVisibility, () => !document.hidden);
  const [running, setRunning] = useState(() => !matchMedia(REDUCED_MOTION).matches);
  const [step, setStep] = useState(0);
  useEffect(() => {
    if (!running || !visible) return;
    const timer = setInterval(() => setStep((before) => before + 1), everyMs);
    return () => clearInterval(timer);
  }, [everyMs, running, visible]);
  return { seed, step, running, toggle: () => setRunning(!running) };
}
