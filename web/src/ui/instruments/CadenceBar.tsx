import { SLOT_MS } from '@quantalgo/contracts/core/slots';

const SEGMENTS = 5;

/**
 * One segment per minute of a slot. Decorative: screen readers get the countdown beside it.
 * @param props.elapsed ms since the slot began
 */
export function CadenceBar({ elapsed }: { readonly elapsed: number }) {
  const done = Math.min(1, Math.max(0, elapsed / SLOT_MS)) * SEGMENTS;
  return (
    <div
      aria-hidden="true"
      className="flex h-[3px] gap-[3px] forced-color-adjust-none"
      data-testid="cadence"
    >
      {Array.from({ length: SEGMENTS }, (_, minute) => (
        <span key={minute} className="flex-1 overflow-hidden bg-line">
          <span
            className="block h-full origin-left bg-accent"
            style={{ transform: `scaleX(${Math.min(1, Math.max(0, done - minute))})` }}
          />
        </span>
      ))}
    </div>
  );
}
