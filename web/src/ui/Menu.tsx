import {
  type CSSProperties,
  type FocusEvent,
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react';
import { buttonClass } from './Button';

/** Something that a menu offers. */
interface MenuItem {
  readonly key: string;
  readonly word: string;
  readonly onChoose: () => void;
}

/** Space (px) that a menu is expected to need below its button; where there is less, it opens upwards. */
const ROOM = 240;

const GAP = 4;

/** What a menu keeps clear (px) of the window's other edge. */
const MARGIN = 16;

/** Where a menu stands in the window: below its button or above it, and on that side of it where there is more room. */
function placeBeside({ top, bottom, left, right }: DOMRect): CSSProperties {
  const upwards = innerHeight - bottom < ROOM && top > ROOM;
  const width = document.documentElement.clientWidth;
  return {
    ...(upwards ? { bottom: innerHeight - top + GAP } : { top: bottom + GAP }),
    ...(left + right > width
      ? { right: width - right, maxWidth: right - MARGIN }
      : { left, maxWidth: width - left - MARGIN }),
  };
}

/** Whether a menu is open, and where; what happens outside of `root` closes it. */
function useUnfolding(root: RefObject<HTMLElement | null>) {
  const [place, setPlace] = useState<CSSProperties | null>(null);
  const open = place !== null;
  useEffect(() => {
    if (!open) return;
    const stopped = new AbortController();
    const options = { signal: stopped.signal, capture: true };
    const close = () => setPlace(null);
    const press = ({ target }: Event) => {
      if (!(target instanceof Node) || root.current?.contains(target) !== true) close();
    };
    addEventListener('pointerdown', press, options);
    addEventListener('scroll', close, options);
    addEventListener('resize', close, options);
    return () => stopped.abort();
  }, [open, root]);
  return [place, setPlace] as const;
}

const Items = ({
  id,
  place,
  items,
  onChosen,
}: {
  id: string;
  place: CSSProperties;
  items: readonly MenuItem[];
  onChosen: () => void;
}) => {
  const list = useRef<HTMLUListElement>(null);
  useEffect(() => list.current?.querySelector('button')?.focus({ preventScroll: true }), []);
  return (
    <ul
      ref={list}
      id={id}
      style={place}
      data-passing
      className="fixed z-40 grid min-w-40 rounded-lg border border-line bg-raised p-1 shadow-float"
    >
      {items.map(({ key, word, onChoose }) => (
        <li key={key}>
          <button
            type="button"
            onClick={() => {
              onChosen();
              onChoose();
            }}
            className="min-h-11 w-full max-w-80 rounded-md px-3 py-2 text-left text-sm text-text hover:bg-sunk lg:min-h-9"
          >
            {word}
          </button>
        </li>
      ))}
    </ul>
  );
};

/**
 * A button that unfolds a few more actions, as ordinary buttons in a list: so Tab and screen readers know them. Escape, a
 * press elsewhere, a choice and leaving it by Tab close it; the focus returns to the button.
 */
export function Menu({
  label,
  items,
  className = '',
  children,
}: {
  /** What the button is called. */
  label: string;
  items: readonly MenuItem[];
  className?: string;
  children: ReactNode;
}) {
  const id = useId();
  const root = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const [place, setPlace] = useUnfolding(root);
  const toggle = () =>
    setPlace(place || !button.current ? null : placeBeside(button.current.getBoundingClientRect()));
  const fold = () => {
    setPlace(null);
    button.current?.focus({ preventScroll: true });
  };
  const escape = ({ key }: KeyboardEvent) => {
    if (key === 'Escape' && place) fold();
  };
  const leave = ({ relatedTarget }: FocusEvent) => {
    if (relatedTarget instanceof Node && root.current?.contains(relatedTarget) !== true)
      setPlace(null);
  };
  return (
    <div ref={root} role="presentation" onKeyDown={escape} onBlur={leave} className={className}>
      <button
        ref={button}
        type="button"
        aria-label={label}
        aria-expanded={place !== null}
        aria-controls={place ? id : undefined}
        onClick={toggle}
        className={buttonClass('quiet', 'small', 'px-3!')}
      >
        {children}
      </button>
      {place && <Items id={id} place={place} items={items} onChosen={fold} />}
    </div>
  );
}
