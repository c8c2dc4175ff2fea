import { PictureInPicture2 } from 'lucide-react';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { closeTopWindow, hasTopWindows, openTopWindow, topWindow } from '../../data/core/topWindow';
import { canKeepAwake, keepScreenAwake, screenAwake } from '../../data/core/wakeLock';
import { Button } from '../../ui/Button';
import { Switch } from '../../ui/Choices';

/** Px; fits a countdown, a pair, a price and four levels. */
const WINDOW_SIZE = { width: 340, height: 230 };

function KeepOnTop() {
  const isOpen = useSyncExternalStore(topWindow.subscribe, () => topWindow.get() !== null);
  const [isRefused, setIsRefused] = useState(false);
  const open = () => {
    setIsRefused(false);
    openTopWindow(WINDOW_SIZE).catch(() => setIsRefused(true));
  };
  return (
    <div className="grid justify-items-start gap-1">
      <Button size="small" aria-pressed={isOpen} onClick={isOpen ? closeTopWindow : open}>
        <PictureInPicture2 size={18} aria-hidden />
        <span>{isOpen ? 'Close the small window' : 'Keep on top'}</span>
      </Button>
      {isRefused && (
        <p role="alert" className="text-sm text-muted">
          Your browser did not open the small window.
        </p>
      )}
    </div>
  );
}

function KeepScreenOn() {
  const on = useSyncExternalStore(screenAwake.subscribe, screenAwake.get);
  const [isRefused, setIsRefused] = useState(false);
  useEffect(() => {
    if (!on) return undefined;
    return keepScreenAwake(() => {
      screenAwake.set(false);
      setIsRefused(true);
    });
  }, [on]);
  return (
    <Switch
      label="Keep the screen on"
      help={
        isRefused && !on
          ? 'Your device isn’t allowing this right now. It may be saving power.'
          : 'While this screen is open.'
      }
      checked={on}
      onChange={(next) => {
        setIsRefused(false);
        screenAwake.set(next);
      }}
    />
  );
}

/** For trading in another program. Renders nothing if the browser supports neither feature. */
export function BesideBroker() {
  const [canOpen] = useState(hasTopWindows);
  const [canWake] = useState(canKeepAwake);
  if (!canOpen && !canWake) return null;
  return (
    <section
      aria-label="While you trade"
      data-passing
      className="flex flex-wrap items-center justify-between gap-x-6 gap-y-1"
    >
      {canOpen && <KeepOnTop />}
      {canWake && <KeepScreenOn />}
    </section>
  );
}
