import { useState } from 'react';
import { ignoreExpected } from '../core/faults';
import type { OutboxItem } from './item';
import { storageErrorText } from './storageErrors';
import { discard, tryAgain } from './outbox';

/** What a member does on this device, and why the last of it failed. */
interface Action {
  /** For the screen; null where nothing failed. */
  readonly problem: string | null;
  readonly run: (work: () => Promise<unknown>) => void;
}

/** Runs what a press asks for, and says where it can't be stored: without that it would seem done. */
export function useAction(): Action {
  const [problem, setProblem] = useState<string | null>(null);
  const run = (work: () => Promise<unknown>) => {
    setProblem(null);
    work().catch((error: unknown) => {
      ignoreExpected(error);
      setProblem(storageErrorText(error));
    });
  };
  return { problem, run };
}

/** What a member can do about an item that the server refused. */
interface ItemActions {
  readonly problem: string | null;
  readonly onDiscard: () => void;
  readonly onTryAgain: () => void;
}

/** The actions of any refused item of a screen; each has the problem of its own. */
export function useItemActions(): (item: OutboxItem) => ItemActions {
  const { problem, run } = useAction();
  const [last, setLast] = useState<string>();
  return (item) => {
    const on = (work: () => Promise<void>) => () => {
      setLast(item.id);
      run(work);
    };
    return {
      problem: last === item.id ? problem : null,
      onDiscard: on(() => discard(item.id)),
      onTryAgain: on(() => tryAgain(item)),
    };
  };
}
