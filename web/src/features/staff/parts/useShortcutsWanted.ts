import { useState } from 'react';
import { readLocal, writeLocal } from '../../../data/core/webStorage';

/** Where this device keeps that single keys do nothing. */
const KEY = 'quantalgo.shortcuts';
const OFF = 'off';

/** Whether single keys do what buttons do: who speaks to their device, or types by accident, turns that off. */
export function useShortcutsWanted(): [wanted: boolean, set: (wanted: boolean) => void] {
  const [wanted, setWanted] = useState(() => readLocal(KEY) !== OFF);
  return [
    wanted,
    (next) => {
      writeLocal(KEY, next ? null : OFF);
      setWanted(next);
    },
  ];
}
