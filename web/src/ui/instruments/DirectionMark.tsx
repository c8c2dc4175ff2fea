import type { Direction } from '@quantalgo/contracts/signals/signal';

const DIRECTION_LOOK = {
  CALL: { tone: 'text-call', shape: 'M6 1 11.5 11H.5z' },
  PUT: { tone: 'text-put', shape: 'M6 11 .5 1h11z' },
} as const satisfies Record<Direction, object>;

const SIZE_CLASSES = {
  small: { text: 'gap-1 text-xs', shape: 'size-2.5' },
  medium: { text: 'gap-1 text-sm', shape: 'size-3' },
  title: { text: 'gap-2 text-xl tracking-tight', shape: 'size-5' },
} as const;

/**
 * A shape, a word and a colour, so that it never depends on colour alone. `quiet` drops the colour
 * and hollows the shape.
 */
export function DirectionMark({
  direction,
  size = 'medium',
  word = direction,
  quiet = false,
}: {
  readonly direction: Direction;
  readonly size?: keyof typeof SIZE_CLASSES;
  readonly word?: string;
  readonly quiet?: boolean;
}) {
  const { tone, shape } = DIRECTION_LOOK[direction];
  return (
    <span
      translate="no"
      className={`inline-flex items-center font-semibold ${quiet ? 'text-muted' : tone} ${SIZE_CLASSES[size].text}`}
    >
      <svg
        aria-hidden="true"
        viewBox="-0.5 -0.5 13 13"
        className={SIZE_CLASSES[size].shape}
        fill={quiet ? 'none' : 'currentColor'}
        stroke={quiet ? 'currentColor' : 'none'}
        strokeWidth="1.4"
        strokeLinejoin="round"
      >
        <path d={shape} />
      </svg>
      <span>{word}</span>
    </span>
  );
}
