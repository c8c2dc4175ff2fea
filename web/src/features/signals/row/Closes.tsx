import { formatPrice, type Signal } from '@quantalgo/contracts';
import { LEVEL_WORDS } from '../../../ui/instruments/StakeLadder';
import type { PlayedLevel } from '../levels';

/** The stored closes that each played level was judged on. */
export function Closes({ signal, levels }: { signal: Signal; levels: readonly PlayedLevel[] }) {
  const price = (close: number | null) =>
    close === null ? 'missing' : formatPrice(signal.pair, close);
  const cell = 'py-1 text-right font-normal';
  return (
    <table className="w-full text-xs tabular-nums">
      <caption className="sr-only">Closes that the levels were judged on</caption>
      <thead className="text-muted">
        <tr>
          <th className="py-1 text-left font-normal">Judged on</th>
          <th className={cell}>Entry</th>
          <th className={cell}>Exit</th>
          <th className={cell}>Result</th>
        </tr>
      </thead>
      <tbody>
        {levels
          .filter(({ state }) => state !== 'unplayed')
          .map(({ level, entry, exit, state }) => (
            <tr key={level} className="border-t border-line-soft">
              <th className="py-1 text-left font-normal">Level {level}</th>
              <td className={cell}>{price(entry)}</td>
              <td className={cell}>{price(exit)}</td>
              <td className={cell}>{LEVEL_WORDS[state]}</td>
            </tr>
          ))}
      </tbody>
    </table>
  );
}
