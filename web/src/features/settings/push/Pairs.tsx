import type { Pair } from '@quantalgo/contracts';
import { Choice } from '../../../ui/Choices';

/** The pairs whose signals are told. All of them is a choice of its own: it takes in those that come later. */
export function Pairs({
  pairs,
  words,
  chosen,
  onChange,
}: {
  pairs: readonly Pair[];
  words: (pair: Pair) => string;
  /** Null for all. */
  chosen: readonly Pair[] | null;
  onChange: (chosen: Pair[] | null) => void;
}) {
  const offered = [...new Set([...pairs, ...(chosen ?? [])])];
  const toggle = (pair: Pair, on: boolean) => {
    const rest = (chosen ?? offered).filter((one) => one !== pair);
    const next = on ? [...rest, pair] : rest;
    onChange(offered.every((one) => next.includes(one)) ? null : next);
  };
  return (
    <fieldset className="flex flex-wrap gap-1.5">
      <legend className="mb-2 text-sm font-semibold">Pairs</legend>
      {offered.map((pair) => (
        <Choice
          key={pair}
          type="checkbox"
          word={words(pair)}
          checked={chosen === null || chosen.includes(pair)}
          onChange={(on) => toggle(pair, on)}
        />
      ))}
    </fieldset>
  );
}
