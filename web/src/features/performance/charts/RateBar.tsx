import { COIN, type Probability } from '@quantalgo/contracts';

const STRETCH = { from: 20, to: 80 };

const placeOf = (percent: number) =>
  Math.min(100, Math.max(0, (100 * (percent - STRETCH.from)) / (STRETCH.to - STRETCH.from)));

/** A first-entry rate from 20 to 80 %, with its interval, a coin's and the one that pays. */
export function RateBar({ rate, paysFrom }: { rate: Probability; paysFrom: number }) {
  const tick = (percent: number, look: string) => (
    <line x1={placeOf(percent)} x2={placeOf(percent)} y1="0" y2="14" className={look} />
  );
  return (
    <svg
      aria-hidden
      viewBox="0 0 100 14"
      preserveAspectRatio="none"
      className="h-3.5 w-full forced-color-adjust-none [&_*]:[vector-effect:non-scaling-stroke]"
    >
      <line x1="0" x2="100" y1="7" y2="7" className="stroke-line" />
      {tick(COIN.firstEntry, 'stroke-faint')}
      {tick(paysFrom, 'stroke-amber')}
      <line
        x1={placeOf(rate.low)}
        x2={placeOf(rate.high)}
        y1="7"
        y2="7"
        strokeWidth="5"
        className="stroke-text/30"
      />
      <line
        x1={placeOf(rate.value) - 0.6}
        x2={placeOf(rate.value) + 0.6}
        y1="7"
        y2="7"
        strokeWidth="9"
        className="stroke-text"
      />
    </svg>
  );
}
