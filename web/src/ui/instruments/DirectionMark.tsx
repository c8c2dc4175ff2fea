import type { Direction } from '@quantalgo/contracts';

const LOOK = {
  CALL: { tone: 'text-call', plate: 'bg-call-bg', shape: 'M6 1 11.5 11H.5z' },
  PUT: { tone: 'text-put', plate: 'bg-put-bg', shape: 'M6 11 .5 1h11z' },
} as const satisfies Record<Direction, object>;

/** CALL or PUT: a shape, a word and a colour, so that it never hangs on colour alone. `large` is the card's plate. */
export function DirectionMark({
  direction,
  large = false,
}: {
  readonly direction: Direction;
  readonly large?: boolean;
}) {
  const { tone, plate, shape } = LOOK[direction];
  const size = large
    ? `gap-2 rounded-md py-1.5 pr-3.5 pl-3 text-xl tracking-tight ${plate}`
    : 'gap-1 text-sm';
  return (
    <span className={`inline-flex items-center font-semibold ${tone} ${size}`}>
      <svg
        aria-hidden="true"
        viewBox="0 0 12 12"
        className={large ? 'size-6' : 'size-3'}
        fill="currentColor"
      >
        <path d={shape} />
      </svg>
      {direction}
    </span>
  );
}
