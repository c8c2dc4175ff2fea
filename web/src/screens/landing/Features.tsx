import { Clock, CloudOff, Eye, Scale } from 'lucide-react';
import { Section } from './Frame';

const FEATURES = [
  {
    icon: Clock,
    title: 'An entry you can still make',
    text: 'Each signal states the minute to enter and the price limit.',
  },
  {
    icon: Scale,
    title: 'Odds beside a coin’s',
    text: 'Every percentage appears beside what a coin would score.',
  },
  {
    icon: Eye,
    title: 'Losers stay on the page',
    text: 'Lost signals and missed slots are counted. Nothing is removed.',
  },
  {
    icon: CloudOff,
    title: 'Made for slow connections',
    text: 'Installs without an app store and opens offline.',
  },
] as const;

export const Features = () => (
  <Section id="features" title="What each signal tells you">
    <ul className="grid gap-4 md:grid-cols-2 md:gap-x-8 lg:grid-cols-4">
      {FEATURES.map(({ icon: Icon, title, text }) => (
        <li key={title} className="grid grid-cols-[2.125rem_1fr] content-start">
          <Icon size={20} aria-hidden className="mt-0.5 text-muted" />
          <div>
            <h3 className="text-base">{title}</h3>
            <p className="mt-0.5 text-sm text-muted">{text}</p>
          </div>
        </li>
      ))}
    </ul>
  </Section>
);
