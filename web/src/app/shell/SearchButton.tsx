import { Search } from 'lucide-react';
import { useEffect, useState } from 'react';
import { earlyText } from '../../data/search/earlyText';
import { lazyComponent } from '../../ui/lazyComponent';
import { HEADER_BUTTON } from './Bell';

const Palette = lazyComponent(async () => (await import('../search/Palette')).Palette);

const isField = (target: EventTarget | null): boolean =>
  target instanceof Element &&
  target.closest('input, textarea, select, [contenteditable]') !== null;

/** Ctrl+K or ⌘K anywhere, `/` outside of text fields. */
const isSearchKey = ({ key, ctrlKey, metaKey, altKey, target }: KeyboardEvent): boolean =>
  ctrlKey || metaKey ? key.toLowerCase() === 'k' : key === '/' && !altKey && !isField(target);

export function SearchButton() {
  const [open, setOpen] = useState(false);
  useEffect(() => {
    const controller = new AbortController();
    let earlyKeys = '';
    const handleKey = (event: KeyboardEvent) => {
      if (document.querySelector('dialog[open]') || !(open || isSearchKey(event))) return;
      // The palette may be unable to load, offline or after an update.
      if (open && event.key === 'Escape') return setOpen(false);
      if (open && event.key.length > 1) return;
      event.preventDefault();
      event.stopPropagation();
      if (!open) setOpen(true);
      // Keys typed while the palette loads belong to its field, not to the screen's shortcuts.
      else if (event.key.length === 1 && !event.ctrlKey && !event.metaKey)
        earlyText.set((earlyKeys += event.key));
    };
    earlyText.set('');
    addEventListener('keydown', handleKey, { signal: controller.signal, capture: true });
    return () => controller.abort();
  }, [open]);
  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        aria-keyshortcuts="Control+K Meta+K /"
        onClick={() => setOpen(true)}
        className={`${HEADER_BUTTON} lg:-order-1 xl:flex xl:w-60 xl:items-center xl:gap-2.5 xl:border xl:border-line xl:px-3.5 xl:text-sm`}
      >
        <Search size={20} aria-hidden />
        <span className="flex-1 text-left max-xl:sr-only">Search</span>
        <kbd
          aria-hidden
          className="rounded-sm border border-edge px-1.5 font-sans text-xs font-semibold max-xl:hidden"
        >
          Ctrl K
        </kbd>
      </button>
      {open && <Palette onClose={() => setOpen(false)} />}
    </>
  );
}
