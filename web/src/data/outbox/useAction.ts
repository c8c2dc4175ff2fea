import { useState } from 'react';
import { ignoreExpected } from '../core/faults';
import type { OutboxItem } from './item';
import { describeStorageError } from './storageErrors';
import { discardItems, retryItem } from './outbox';

interface Action {
  readonly problem: string | null;
  readonly run: (work: () => Promise<unknown>) => void;
}

/** Reports storage failures, which the member wouldn't notice otherwise. */
export function useAction(): Action {
  const [problem, setProblem] = useState<string | null>(null);
  const run = (work: () => Promise<unknown>) => {
    setProblem(null);
    work().catch((error: unknown) => {
      ignoreExpected(error);
      setProblem(describeStorageError(error));
    });
  };
  return { problem, run };
}

interface ItemActions {
  readonly problem: string | null;
  readonly onDiscard: () => void;
  readonly onTryAgain: () => void;
}

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
      onDiscard: on(() => discardItems(item.id)),
      onTryAgain: on(() => retryItem(item)),
    };
  };
}
