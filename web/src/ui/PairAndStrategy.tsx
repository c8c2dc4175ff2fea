import { pairLabel } from '@quantalgo/contracts';
import { useMemo } from 'react';
import { FilterSelect } from './FilterSelect';
import { strategyName } from './signalWords';

type Name = 'pair' | 'strategy';
type Named = Readonly<Record<Name, string>>;

const distinct = (signals: readonly Named[], name: Name): string[] => {
  const values = new Set<string>();
  for (const signal of signals) values.add(signal[name]);
  return [...values].sort();
};

/** Narrows signals down to a pair and a strategy, of those that there are among them. */
export function PairAndStrategy({
  signals,
  chosen,
  onChoose,
}: {
  signals: readonly Named[];
  chosen: Readonly<Record<Name, string | null>>;
  onChoose: (name: Name, value: string | null) => void;
}) {
  const pairs = useMemo(() => distinct(signals, 'pair'), [signals]);
  const strategies = useMemo(() => distinct(signals, 'strategy'), [signals]);
  return (
    <>
      <FilterSelect
        label="Pair"
        all="All pairs"
        options={pairs}
        nameOf={pairLabel}
        value={chosen.pair}
        onChoose={(value) => onChoose('pair', value)}
      />
      <FilterSelect
        label="Strategy"
        all="All strategies"
        options={strategies}
        nameOf={strategyName}
        value={chosen.strategy}
        onChoose={(value) => onChoose('strategy', value)}
      />
    </>
  );
}
