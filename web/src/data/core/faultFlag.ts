import { readLocal, writeLocal } from './webStorage';

/** The key in localStorage that says that this device found a fault in the public log. */
export const FAULT_FLAG = 'quantalgo.log-fault';

const listeners: (() => void)[] = [];

/** Says to every page of the site that a fault is known, or that none stands any more. */
export function flagFault(stands = true): void {
  writeLocal(FAULT_FLAG, stands ? 'found' : null);
  for (const tell of listeners) tell();
}

/** Runs `work` at once where a fault is known, and when this page or another tab finds one, or finds it gone. */
export function onLogFault(work: () => void): void {
  if (readLocal(FAULT_FLAG)) work();
  listeners.push(work);
  addEventListener('storage', ({ key }) => {
    if (key === FAULT_FLAG) work();
  });
}
