import { COUNTDOWN } from '../../../content/hero';
import { Countdown } from './Countdown';
import { Width } from './Width';

/** Stays at the top: how long this round of free access lasts. */
export const Banner = () => (
  <aside aria-label={COUNTDOWN.label} className="sticky top-0 z-30 border-b border-line bg-raised">
    <Width className="flex min-h-11 flex-wrap items-center justify-between gap-x-4">
      <p className="text-sm font-semibold">{COUNTDOWN.label}</p>
      <Countdown className="text-base tracking-wide" />
    </Width>
  </aside>
);
