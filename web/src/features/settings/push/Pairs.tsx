import type { Pair } from '@quantalgo/contracts';

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
        <label
          key={pair}
          className="relative flex min-h-11 min-w-11 cursor-pointer items-center justify-center rounded-md border border-line px-3.5 text-sm font-semibold text-muted transition-colors hover:text-text has-checked:border-text has-checked:bg-line-soft has-checked:text-text has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent lg:min-h-9"
        >
          <input
            type="checkbox"
            checked={chosen === null || chosen.includes(pair)}
            onChange={({ target }) => toggle(pair, target.checked)}
            className="absolute inset-0 cursor-pointer opacity-0"
          />
          {words(pair)}
        </label>
      ))}
    </fieldset>
  );
}
