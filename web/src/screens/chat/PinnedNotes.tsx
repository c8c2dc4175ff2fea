import type { PinnedNote } from '@quantalgo/contracts/chat/pinnedNotes';
import { formatMoment } from '@quantalgo/contracts/core/format';
import type { Zone } from '@quantalgo/contracts/core/time';
import { Pin } from 'lucide-react';
import { type RefObject, useLayoutEffect, useRef, useState } from 'react';
import { useNow } from '../../data/core/clock';
import { Button } from '../../ui/Button';

/** Longer notes are cut at first, so that the chat below stays within reach. */
const MAX_PREVIEW = { characters: 200, lines: 4 } as const;

const isLong = (text: string): boolean =>
  text.length > MAX_PREVIEW.characters || text.split('\n').length > MAX_PREVIEW.lines;

/** True if the clamped text doesn't overflow, for example on a wide screen. */
function useFits(element: RefObject<HTMLElement | null>, isExpanded: boolean): boolean {
  const [fits, setFits] = useState(false);
  useLayoutEffect(() => {
    const { current } = element;
    if (isExpanded || !current || typeof ResizeObserver === 'undefined') return;
    const observer = new ResizeObserver(() =>
      setFits(current.scrollHeight <= current.clientHeight),
    );
    observer.observe(current);
    return () => observer.disconnect();
  }, [element, isExpanded]);
  return fits && !isExpanded;
}

function Note({ note: { text, pinnedAt, editedAt }, zone }: { note: PinnedNote; zone: Zone }) {
  const now = useNow(60_000);
  const [isExpanded, setExpanded] = useState(false);
  const textElement = useRef<HTMLParagraphElement>(null);
  const fits = useFits(textElement, isExpanded);
  return (
    <li className="grid grid-cols-[auto_1fr] gap-x-2.5 border-t border-line-soft bg-sunk px-4 py-3">
      <Pin size={16} aria-hidden className="mt-0.5 text-muted" />
      <div>
        <p className="flex flex-wrap items-baseline gap-x-1.5 text-xs text-muted">
          <span className="text-sm font-semibold text-text">Staff</span>
          pinned this
          <span className="ml-auto tabular-nums">
            {`${editedAt !== null ? 'edited ' : ''}${formatMoment(Date.parse(editedAt ?? pinnedAt), now, zone)}`}
          </span>
        </p>
        <p
          ref={textElement}
          className={`mt-1 max-w-prose text-sm wrap-anywhere whitespace-pre-wrap ${isLong(text) && !isExpanded ? 'line-clamp-4' : ''}`}
        >
          {text}
        </p>
        {isLong(text) && !fits && (
          <Button
            variant="quiet"
            size="small"
            aria-expanded={isExpanded}
            className="-mb-2 -ml-3"
            onClick={() => setExpanded(!isExpanded)}
          >
            {isExpanded ? 'Show less' : 'Show more'}
          </Button>
        )}
      </div>
    </li>
  );
}

export const PinnedNotes = ({ notes, zone }: { notes: readonly PinnedNote[]; zone: Zone }) =>
  notes.length > 0 && (
    <ul aria-label="Pinned notes" aria-live="polite">
      {notes.map((note) => (
        <Note key={note.id} note={note} zone={zone} />
      ))}
    </ul>
  );
