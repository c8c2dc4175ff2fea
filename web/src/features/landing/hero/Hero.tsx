import { PATHS } from '@quantalgo/contracts';
import { ShieldCheck } from 'lucide-react';
import { HERO } from '../../../content/hero';
import { buttonClass } from '../../../ui/Button';
import { Width } from '../frame/Width';
import { live } from '../live/names';
import { RecordPanel } from './RecordPanel';
import { SettledCard } from './SettledCard';

const Promise = () => (
  <div className="lg:py-6">
    <h1 className="text-2xl tracking-[-0.035em] max-sm:max-w-88 lg:text-3xl">{HERO.title}</h1>
    <p className="mt-4 max-w-xl text-base text-muted lg:mt-7 lg:text-lg">
      {HERO.lead}
      <span className="max-lg:hidden">{HERO.leadMore}</span>.
    </p>
    <div className="mt-5 flex flex-wrap gap-3 lg:mt-8">
      <a
        href={PATHS.signUp}
        {...live('action')}
        className={buttonClass('primary', 'medium', 'w-full sm:w-auto lg:px-7')}
      >
        {HERO.action}
      </a>
      <a href="#verify" className={buttonClass('secondary', 'medium', 'max-sm:hidden')}>
        <ShieldCheck size={16} aria-hidden />
        {HERO.proof}
      </a>
    </div>
    <p className="mt-3 text-xs text-balance text-muted max-sm:text-center">
      {HERO.terms} {HERO.risk}
    </p>
  </div>
);

/** The first screen: the promise, the action, the live record, and below it a signal that was settled. */
export const Hero = () => (
  <section id="home" aria-label="Home" className="scroll-mt-16">
    <Width className="grid grid-cols-1 gap-5 pt-5 pb-14 lg:grid-cols-[1.2fr_1fr] lg:gap-x-16 lg:gap-y-10 lg:pt-10 lg:pb-24">
      <Promise />
      <RecordPanel className="lg:col-span-2 lg:row-start-2" />
      <SettledCard className="lg:self-center" />
    </Width>
  </section>
);
