import { momentText, moneyText, shortDecimal } from '@quantalgo/contracts';
import { AsTable, figures } from '../AsTable';
import { Panel } from '../Card';
import { useZone } from '../../tell';
import { type Board, type Curve, type CurveName, type CurvePoint, resultAt } from './board';
import { resultRangeText, resultText, signalsText, tooFewText, tradesText } from './paperText';

const WIDTH = 640;
const HEIGHT = 220;
const POINTS = 320;
const ROWS = 12;

const NAMES: Readonly<Record<CurveName, string>> = {
  bot: 'This bot',
  coin: 'A coin',
  opposite: 'The opposite',
};

const LOOKS: Readonly<Record<CurveName, string>> = {
  bot: 'stroke-text',
  coin: 'stroke-amber [stroke-dasharray:2_3]',
  opposite: 'stroke-faint [stroke-dasharray:7_3]',
};

/** Every so many of a list, the last one always. */
function thinned<T>(all: readonly T[], count: number): T[] {
  const step = Math.max(1, Math.ceil(all.length / count));
  return all.filter((_, at) => (all.length - 1 - at) % step === 0);
}

interface Scale {
  readonly low: number;
  readonly high: number;
}

function scaleOf(curves: readonly Curve[]): Scale {
  let [low, high] = [0, 0];
  for (const { points } of curves)
    for (const { result } of points) [low, high] = [Math.min(low, result), Math.max(high, result)];
  return low === high ? { low: low - 100, high: high + 100 } : { low, high };
}

const heightAt = ({ low, high }: Scale, result: number) =>
  6 + ((high - result) / (high - low)) * (HEIGHT - 12);

/** The curve in steps: between two closed trades nothing changes. */
function lineOf(points: readonly CurvePoint[], { from, now }: Board, scale: Scale): string {
  const span = Math.max(1, now - from);
  const drawn = thinned(points, POINTS);
  let before = drawn[0]?.result ?? 0;
  const corners: string[] = [];
  for (const { at, result } of [...drawn, { at: now, result: drawn.at(-1)?.result ?? 0 }]) {
    const x = shortDecimal((WIDTH * Math.max(0, at - from)) / span);
    corners.push(`${x},${shortDecimal(heightAt(scale, before))}`);
    if (result !== before) corners.push(`${x},${shortDecimal(heightAt(scale, result))}`);
    before = result;
  }
  return corners.join(' ');
}

const Key = ({ name }: { name: CurveName }) => (
  <svg aria-hidden viewBox="0 0 20 4" className="h-1 w-5 shrink-0 forced-color-adjust-none">
    <line x1="0" x2="20" y1="2" y2="2" strokeWidth="2" className={LOOKS[name]} />
  </svg>
);

function Chart({ board }: { board: Board }) {
  const scale = scaleOf(board.curves);
  const zero = heightAt(scale, 0);
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-2 px-4 pb-3">
      <svg
        aria-hidden
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        preserveAspectRatio="none"
        className="h-52 w-full forced-color-adjust-none"
      >
        <line x1="0" x2={WIDTH} y1={zero} y2={zero} strokeWidth="1" className="stroke-edge" />
        {[...board.curves].reverse().map(({ name, points }) => (
          <polyline
            key={name}
            points={lineOf(points, board, scale)}
            fill="none"
            strokeWidth="1.75"
            strokeLinejoin="round"
            vectorEffect="non-scaling-stroke"
            className={LOOKS[name]}
          />
        ))}
      </svg>
      <p
        aria-hidden
        className="flex h-52 flex-col justify-between text-right text-xs text-faint tabular-nums"
      >
        <span>{resultText(scale.high)}</span>
        <span>{resultText(scale.low)}</span>
      </p>
    </div>
  );
}

/** The results of the three on the signals that they share. */
const Results = ({ curves }: { curves: readonly Curve[] }) => (
  <ul className="divide-y divide-line-soft border-t border-line-soft text-sm tabular-nums">
    {curves.map(({ name, figures: { trades, profit, range } }) => (
      <li key={name} className="flex flex-wrap items-center gap-x-3 px-4 py-2.5">
        <Key name={name} />
        <span className="flex-1">{NAMES[name]}</span>
        <span className="font-semibold">{trades === 0 ? '–' : resultText(profit)}</span>
        <span className="w-full text-xs text-muted sm:w-52 sm:text-right">
          {trades === 0 ? 'no trade yet' : `${resultRangeText({ range })}, ${tradesText(trades)}`}
        </span>
      </li>
    ))}
  </ul>
);

/** What of the comparison is not told, and why. */
function comparedText({ curves, comparedFrom, from }: Board, momentOf: (at: number) => string) {
  const shared = `All three on the same ${signalsText(curves[0]?.figures.signals ?? 0)}`;
  return comparedFrom > from
    ? `${shared}, since ${momentOf(comparedFrom)}: of older ones not all closes are known, so nobody can say how the other side would have ended.`
    : `${shared}.`;
}

/** A bot's curve beside a coin's and the opposite's, with the same as text. */
export function Curves({ board, payout }: { board: Board; payout: number }) {
  const zone = useZone();
  const momentOf = (at: number) => momentText(at, board.now, zone);
  const [own] = board.curves;
  const rows = thinned(own?.points ?? [], ROWS);
  return (
    <Panel
      title="Result"
      aside={
        <span className="text-xs text-muted">from {moneyText(board.slice.startBalance / 100)}</span>
      }
    >
      <Chart board={board} />
      <Results curves={board.curves} />
      <p className="border-t border-line-soft px-4 py-3 text-xs text-pretty text-muted">
        {comparedText(board, momentOf)} {tooFewText(board.slice.figures.trades, payout)}
      </p>
      <AsTable
        caption="Results over time"
        columns={[{ name: 'At' }, ...board.curves.map(({ name }) => figures(NAMES[name]))]}
        rows={rows.map(({ at }) => [
          momentOf(at),
          ...board.curves.map(({ points }) => resultText(resultAt(points, at))),
        ])}
      />
    </Panel>
  );
}
