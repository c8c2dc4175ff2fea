import { BRAND, PATHS } from '@quantalgo/contracts';
import { COUNTDOWN, HERO } from '../../../content/hero';
import { buttonClass } from '../../../ui/Button';
import { ExternalLinkButton } from '../../../ui/Links';
import { Countdown } from '../frame/Countdown';
import { Width } from '../frame/Width';
import { live } from '../live/names';

/** The countdown once more, large, with what happens when it ends. */
export const Urgent = () => (
  <section aria-labelledby="urgent-title" className="border-t border-line bg-raised py-14 lg:py-24">
    <Width className="grid justify-items-center gap-5 text-center">
      <h2 id="urgent-title" className="text-lg">
        {COUNTDOWN.label}
      </h2>
      <Countdown className="text-[min(var(--text-2xl),11vw)] tracking-wide lg:text-3xl" />
      <p className="max-w-md text-sm text-muted">{COUNTDOWN.next}</p>
      <div {...live('action')} className="mt-2 flex flex-wrap justify-center gap-3 max-sm:w-full">
        <a
          href={PATHS.signUp}
          className={buttonClass('primary', 'medium', 'max-sm:w-full lg:px-7')}
        >
          {HERO.action}
        </a>
        <ExternalLinkButton href={BRAND.telegram.community} className="max-sm:w-full">
          Join the community
        </ExternalLinkButton>
      </div>
      <p className="text-xs text-muted">
        {HERO.terms} {HERO.risk}
      </p>
    </Width>
  </section>
);
