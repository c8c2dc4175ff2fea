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
  const [lastItemId, setLastItemId] = useState<string>();
  return (item) => {
    const createHandler = (work: () => Promise<void>) => () => {
      setLastItemId(item.id);
      run(work);
    };
    return {
      problem: lastItemId === item.id ? problem : null,
      onDiscard: createHandler(() => discardItems(item.id)),
      onTryAgain: createHandler(() => retryItem(item)),
    };
  };
}
