import type { PinnedNote } from '@quantalgo/contracts/chat/pinnedNotes';
import { momentText } from '@quantalgo/contracts/core/format';
import type { Zone } from '@quantalgo/contracts/core/time';
import { Pin } from 'lucide-react';
import { type RefObject, useLayoutEffect, useRef, useState } from 'react';
import { useNow } from '../../data/core/clock';
import { Button } from '../../ui/Button';

/** Above this, in characters or lines, a note is shown in part at first: the chat below it stays in reach. */
const LONG = { characters: 200, lines: 4 } as const;

const isLong = (text: string): boolean =>
  text.length > LONG.characters || text.split('\n').length > LONG.lines;

/** Whether a text that shows its first lines alone holds no more than these, as on a wide screen. */
function useFits(shown: RefObject<HTMLElement | null>, whole: boolean): boolean {
  const [fits, setFits] = useState(false);
  useLayoutEffect(() => {
    const { current } = shown;
    if (whole || !current || typeof ResizeObserver === 'undefined') return;
    const observer = new ResizeObserver(() =>
      setFits(current.scrollHeight <= current.clientHeight),
    );
    observer.observe(current);
    return () => observer.disconnect();
  }, [shown, whole]);
  return fits && !whole;
}

function Note({ note: { text, pinnedAt, editedAt }, zone }: { note: PinnedNote; zone: Zone }) {
  const now = useNow(60_000);
  const [whole, setWhole] = useState(false);
  const words = useRef<HTMLParagraphElement>(null);
  const fits = useFits(words, whole);
  return (
    <li className="grid grid-cols-[auto_1fr] gap-x-2.5 border-t border-line-soft bg-sunk px-4 py-3">
      <Pin size={16} aria-hidden className="mt-0.5 text-muted" />
      <div>
        <p className="flex flex-wrap items-baseline gap-x-1.5 text-xs text-muted">
          <span className="text-sm font-semibold text-text">Staff</span>
          pinned this
          <span className="ml-auto tabular-nums">
            {`${editedAt !== null ? 'edited ' : ''}${momentText(Date.parse(editedAt ?? pinnedAt), now, zone)}`}
          </span>
        </p>
        <p
          ref={words}
          className={`mt-1 max-w-prose text-sm wrap-anywhere whitespace-pre-wrap ${isLong(text) && !whole ? 'line-clamp-4' : ''}`}
        >
          {text}
        </p>
        {isLong(text) && !fits && (
          <Button
            variant="quiet"
            size="small"
            aria-expanded={whole}
            className="-mb-2 -ml-3"
            onClick={() => setWhole(!whole)}
          >
            {whole ? 'Less' : 'Read all'}
          </Button>
        )}
      </div>
    </li>
  );
}

/** What staff pinned above the chat, until they take it down. */
export const PinnedNotes = ({ notes, zone }: { notes: readonly PinnedNote[]; zone: Zone }) =>
  notes.length > 0 && (
    <ul aria-label="Pinned notes" aria-live="polite">
      {notes.map((note) => (
        <Note key={note.id} note={note} zone={zone} />
      ))}
    </ul>
  );
