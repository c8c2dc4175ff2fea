import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import type { Drawn } from './candles';

const DARK = '(prefers-color-scheme: dark)';

/** Changes with the theme, whose colours a canvas has to be told. */
function useTheme(): string {
  return useSyncExternalStore(
    (onChange) => {
      const system = matchMedia(DARK);
      const chosen = new MutationObserver(onChange);
      system.addEventListener('change', onChange);
      chosen.observe(document.documentElement, { attributeFilter: ['data-theme'] });
      return () => {
        system.removeEventListener('change', onChange);
        chosen.disconnect();
      };
    },
    () => `${document.documentElement.dataset['theme'] ?? ''} ${matchMedia(DARK).matches}`,
  );
}

/** The candles as a picture; the library that draws them is fetched now. */
export function Plot({ pair, candles }: Drawn) {
  const place = useRef<HTMLDivElement>(null);
  const theme = useTheme();
  const [failed, setFailed] = useState(false);
  useEffect(() => {
    let remove: (() => void) | undefined;
    let current = true;
    import('./drawCandles').then(
      ({ drawCandles }) => {
        if (current && place.current) remove = drawCandles(place.current, { pair, candles });
      },
      () => current && setFailed(true),
    );
    return () => {
      current = false;
      remove?.();
    };
  }, [pair, candles, theme]);
  return (
    <div ref={place} aria-hidden className="h-full w-full">
      {failed && (
        <p className="p-4 text-sm text-muted">
          The picture needs a connection once. The table below says the same.
        </p>
      )}
    </div>
  );
}
