import { readLocal, writeLocal } from './webStorage';

/** The key in localStorage that says that this device found a fault in the public log. */
export const FAULT_FLAG = 'quantalgo.log-fault';

const listeners: (() => void)[] = [];

/** Tells every page of the site that a fault is known. */
export function flagFault(): void {
  writeLocal(FAULT_FLAG, 'found');
  for (const tell of listeners) tell();
}

/** Runs `work` at once where a fault is known, and when this page or another tab finds one. */
export function onLogFault(work: () => void): void {
  if (readLocal(FAULT_FLAG)) work();
  listeners.push(work);
  addEventListener('storage', ({ key }) => {
    if (key === FAULT_FLAG) work();
  });
}
