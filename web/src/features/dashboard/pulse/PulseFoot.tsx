import { MotionToggle } from '../../../ui/SampleCalls';

/** Under what is made up and moves by itself: that it is made up, and the button that stops it. */
export const PulseFoot = ({
  running,
  onToggle,
  children,
}: {
  running: boolean;
  onToggle: () => void;
  children: string;
}) => (
  <footer className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 border-t border-line-soft bg-sunk px-4 py-2">
    <p className="min-w-0 flex-1 basis-56 text-xs text-muted">{children}</p>
    <MotionToggle running={running} onToggle={onToggle} />
  </footer>
);
