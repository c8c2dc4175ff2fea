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

interface MenuItem {
  readonly key: string;
  readonly word: string;
  readonly onChoose: () => void;
}

/** Px needed below the button; with less, the menu opens upwards. */
const MIN_SPACE_BELOW = 240;

const GAP_PX = 4;

/** Px kept clear of the window's opposite edge. */
const MARGIN_PX = 16;

function placeBeside({ top, bottom, left, right }: DOMRect): CSSProperties {
  const opensUpwards = innerHeight - bottom < MIN_SPACE_BELOW && top > MIN_SPACE_BELOW;
  const width = document.documentElement.clientWidth;
  return {
    ...(opensUpwards ? { bottom: innerHeight - top + GAP_PX } : { top: bottom + GAP_PX }),
    ...(left + right > width
      ? { right: width - right, maxWidth: right - MARGIN_PX }
      : { left, maxWidth: width - left - MARGIN_PX }),
  };
}

/** Null while the menu is closed. A press outside `root`, a scroll or a resize closes it. */
function useMenuPlace(root: RefObject<HTMLElement | null>) {
  const [place, setPlace] = useState<CSSProperties | null>(null);
  const open = place !== null;
  useEffect(() => {
    if (!open) return;
    const controller = new AbortController();
    const options = { signal: controller.signal, capture: true };
    const close = () => setPlace(null);
    const handlePointerDown = ({ target }: Event) => {
      if (!(target instanceof Node) || root.current?.contains(target) !== true) close();
    };
    addEventListener('pointerdown', handlePointerDown, options);
    addEventListener('scroll', close, options);
    addEventListener('resize', close, options);
    return () => controller.abort();
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
            className="min-h-11 w-full max-w-80 rounded-md px-3 py-2 text-left text-sm text-text hover:bg-sunk"
          >
            {word}
          </button>
        </li>
      ))}
    </ul>
  );
};

/**
 * Ordinary buttons in a list, so that Tab and screen readers handle them. Escape, an outside press,
 * a choice and leaving by Tab close it.
 */
export function Menu({
  label,
  items,
  className = '',
  children,
}: {
  label: string;
  items: readonly MenuItem[];
  className?: string;
  children: ReactNode;
}) {
  const id = useId();
  const root = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const [place, setPlace] = useMenuPlace(root);
  const toggle = () =>
    setPlace(place || !button.current ? null : placeBeside(button.current.getBoundingClientRect()));
  const closeMenu = () => {
    setPlace(null);
    button.current?.focus({ preventScroll: true });
  };
  const handleKeyDown = ({ key }: KeyboardEvent) => {
    if (key === 'Escape' && place) closeMenu();
  };
  const handleBlur = ({ relatedTarget }: FocusEvent) => {
    if (relatedTarget instanceof Node && root.current?.contains(relatedTarget) !== true)
      setPlace(null);
  };
  return (
    <div
      ref={root}
      role="presentation"
      onKeyDown={handleKeyDown}
      onBlur={handleBlur}
      className={className}
    >
      <button
        ref={button}
        type="button"
        aria-label={label}
        aria-expanded={place !== null}
        aria-controls={place ? id : undefined}
        onClick={toggle}
        className={buttonClass('quiet', 'small', 'min-w-11 px-3!')}
      >
        {children}
      </button>
      {place && <Items id={id} place={place} items={items} onChosen={closeMenu} />}
    </div>
  );
}
