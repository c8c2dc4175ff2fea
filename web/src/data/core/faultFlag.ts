import { readLocal, writeLocal } from './webStorage';

export const FAULT_FLAG = 'quantalgo.log-fault';

const listeners: (() => void)[] = [];

export function flagFault(): void {
  writeLocal(FAULT_FLAG, 'found');
  for (const notify of listeners) notify();
}

/** Runs `work` now if a fault is flagged, and whenever this page or another tab flags one. */
export function onLogFault(work: () => void): void {
  if (readLocal(FAULT_FLAG)) work();
  listeners.push(work);
  addEventListener('storage', ({ key }) => {
    if (key === FAULT_FLAG) work();
  });
}
