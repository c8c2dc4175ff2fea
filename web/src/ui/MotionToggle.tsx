import { Pause, Play } from 'lucide-react';
import { buttonClass } from './buttonClass';

/** Stops what changes by itself, and lets it go on. */
export const MotionToggle = ({ running, onToggle }: { running: boolean; onToggle: () => void }) => {
  const Icon = running ? Pause : Play;
  return (
    <button
      type="button"
      onClick={onToggle}
      className={buttonClass('quiet', 'small', '-mx-3 px-3!')}
    >
      <Icon size={14} aria-hidden />
      {running ? 'Pause updates' : 'Resume updates'}
    </button>
  );
};
