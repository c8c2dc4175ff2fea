import { PATHS } from '@quantalgo/contracts';
import { COUNTDOWN, HERO } from '../../../content/hero';
import { buttonClass } from '../../../ui/Button';
import { live } from '../live/names';
import { Countdown } from './Countdown';
import { Width } from './Width';

/** The action at the bottom of the screen, while no other one is in sight. The page's script shows it. */
export const StickyAction = () => (
  <div
    {...live('sticky')}
    inert
    className="invisible fixed inset-x-0 bottom-0 z-20 translate-y-full border-t border-line bg-raised pb-[env(safe-area-inset-bottom)] transition-[translate,visibility] duration-200 not-inert:visible not-inert:translate-y-0"
  >
    <Width className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-2.5">
      <p className="text-xs text-muted lg:text-sm">
        <span className="block lg:mr-3 lg:inline">{COUNTDOWN.label}</span>
        <Countdown className="text-sm lg:text-base" />
      </p>
      <a href={PATHS.signUp} className={buttonClass('primary', 'medium')}>
        {HERO.action}
      </a>
    </Width>
  </div>
);
