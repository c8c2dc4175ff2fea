import type { Direction } from '@quantalgo/contracts';

const LOOK = {
  CALL: { tone: 'text-call', plate: 'bg-call-bg', shape: 'M6 1 11.5 11H.5z' },
  PUT: { tone: 'text-put', plate: 'bg-put-bg', shape: 'M6 11 .5 1h11z' },
} as const satisfies Record<Direction, object>;

const SIZES = {
  small: { text: 'gap-1 text-xs', shape: 'size-2.5' },
  medium: { text: 'gap-1 text-sm', shape: 'size-3' },
  large: { text: 'gap-2 rounded-md py-1.5 pr-3.5 pl-3 text-xl tracking-tight', shape: 'size-6' },
} as const;

/** CALL or PUT: a shape, a word and a colour, so that it never hangs on colour alone. `large` is the card's plate. */
export function DirectionMark({
  direction,
  size = 'medium',
  word = direction,
}: {
  readonly direction: Direction;
  readonly size?: keyof typeof SIZES;
  /** What a market calls it that knows no CALL and PUT. */
  readonly word?: string;
}) {
  const { tone, plate, shape } = LOOK[direction];
  return (
    <span
      className={`inline-flex items-center font-semibold ${tone} ${SIZES[size].text} ${size === 'large' ? plate : ''}`}
    >
      <svg aria-hidden="true" viewBox="0 0 12 12" className={SIZES[size].shape} fill="currentColor">
        <path d={shape} />
      </svg>
      {word}
    </span>
  );
}
