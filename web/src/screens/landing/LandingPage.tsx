import { TIER_DEPOSITS } from '@quantalgo/contracts/access/access';
import { COUNTRY_NOTICES } from '@quantalgo/contracts/auth/countryNotices';
import { Copy, X } from 'lucide-react';
import { BRAND } from '../../core/brand';
import { BROKER_DISCLOSURE } from '../../content/claims';
import { EMBEDDED } from '../../content/hero';
import { REVIEW_PROMISE } from '../../content/submission';
import { buttonClass } from '../../ui/Button';
import { SampleTag } from '../../ui/Chip';
import { About, Claims } from './About';
import { Banner, Hero, StickyAction, Urgent } from './Hero';
import { Features } from './Features';
import { COUNTRIES, Section, SiteFooter, SiteHeader, SkipLink } from './Frame';
import { Pricing } from './Pricing';
import { liveAttribute } from './live/elements';

const STEPS = [
  {
    title: 'Create your free account',
    text: 'Name, e-mail and a password. A code in your inbox confirms it. No card is asked for.',
  },
  {
    title: `Open a ${BRAND.broker.name} account`,
    text: 'Through the link in your dashboard, so that it can be matched to you.',
    paid: true,
  },
  {
    title: 'Fund it',
    text: `From $${TIER_DEPOSITS.starter}. The money is yours and stays with the broker. Use only what you can afford to lose.`,
  },
  {
    title: 'Send proof, get signals',
    text: `Send a screenshot of the funded account to our support. We check it ${REVIEW_PROMISE}, and your dashboard opens by itself.`,
  },
] as const satisfies readonly { title: string; text: string; paid?: true }[];

const SAMPLE_REVIEWS = [
  {
    quote:
      'I stopped taking the fourth level after I saw it drawn. The card tells me what it costs before I press anything.',
    who: 'Sample member, Lagos',
    tier: 'Starter',
  },
  {
    quote:
      'Three losses in a row, and all three were in the record the next morning. That is why I stayed.',
    who: 'Sample member, Accra',
    tier: 'Essential',
  },
  {
    quote: 'It opens on the bus without data and still shows yesterday. My old group was a chat.',
    who: 'Sample member, Nairobi',
    tier: 'Starter',
  },
] as const;

const REVIEWS = {
  title: 'Reviews',
  lead: 'Sample texts. They hold the place of members’ own words until there are enough to show.',
} as const;

/** Prerendered by the build. */
export const LandingPage = () => (
  <>
    <SkipLink />
    <Banner />
    <SiteHeader />
    <main id="main" tabIndex={-1}>
      <Hero />
      <Features />
      <Steps />
      <About />
      <Claims />
      <Pricing />
      <Countries />
      <Reviews />
      <Urgent />
    </main>
    <SiteFooter className="pb-20" />
    <StickyAction />
    <EmbeddedNotice />
  </>
);

const Steps = () => (
  <Section id="how-it-works" title="How it works">
    <ol className="grid gap-5 md:grid-cols-2 md:gap-8 lg:grid-cols-4">
      {STEPS.map((step, index) => (
        <li
          key={step.title}
          className="grid grid-cols-[2rem_1fr] content-start border-t border-line pt-4 lg:border-t-2"
        >
          <p aria-hidden="true" className="text-lg font-semibold text-faint tabular-nums">
            {index + 1}
          </p>
          <div>
            <h3 className="text-base">{step.title}</h3>
            <p className="mt-1.5 text-sm text-muted">{step.text}</p>
            {'paid' in step && <p className="mt-1.5 text-sm text-muted">{BROKER_DISCLOSURE}</p>}
          </div>
        </li>
      ))}
    </ol>
  </Section>
);

const Reviews = () => (
  <Section id="reviews" title={REVIEWS.title} lead={REVIEWS.lead}>
    <ul className="grid grid-cols-1 gap-3 md:grid-cols-3 md:gap-6">
      {SAMPLE_REVIEWS.map(({ quote, who, tier }) => (
        <li
          key={quote}
          className="flex flex-col rounded-lg border border-line bg-raised p-4 lg:p-5"
        >
          <blockquote className="flex-1">
            <p>{`“${quote}”`}</p>
          </blockquote>
          <p className="mt-3 flex flex-wrap items-center justify-between gap-x-3 text-sm text-muted lg:mt-5">
            <span>{`${who}, ${tier}`}</span>
            <SampleTag />
          </p>
        </li>
      ))}
    </ul>
  </Section>
);

const Countries = () => (
  <Section id="countries" title={COUNTRIES.title} lead={COUNTRIES.lead}>
    <div className="grid items-start gap-x-8 border-t border-line-soft md:grid-cols-2 lg:grid-cols-4">
      {COUNTRY_NOTICES.map(({ country, notice, source }) => (
        <details key={country} className="border-b border-line-soft text-sm">
          <summary className="min-h-11 py-3 font-semibold">{country}</summary>
          <p className="pb-4 text-muted">
            <span>{notice}</span> <span className="text-faint">{`${source}.`}</span>
          </p>
        </details>
      ))}
    </div>
    <p className="mt-4 text-sm text-muted">{COUNTRIES.others}</p>
  </Section>
);

/** For readers in a messaging app's browser. Overlays the page, so that nothing moves when it appears. */
const EmbeddedNotice = () => (
  <section
    {...liveAttribute('embedded')}
    hidden
    aria-labelledby="embedded-title"
    className="fixed inset-x-3 bottom-3 z-40 mx-auto max-w-md rounded-lg border border-amber bg-raised p-4 shadow-float"
  >
    <h2 id="embedded-title" className="pr-10 text-base">
      {EMBEDDED.title}
    </h2>
    <button
      type="button"
      {...liveAttribute('embedded-close')}
      aria-label="Close"
      className="absolute top-1 right-1 grid size-11 place-content-center rounded-lg text-muted hover:text-text"
    >
      <X size={20} aria-hidden />
    </button>
    <p className="mt-1 text-sm text-muted">{EMBEDDED.text(BRAND.name)}</p>
    <button
      type="button"
      {...liveAttribute('copy')}
      className={buttonClass('secondary', 'medium', 'mt-3 w-full')}
    >
      <Copy size={18} aria-hidden />
      <span {...liveAttribute('copy-label')} aria-live="polite">
        {EMBEDDED.copy}
      </span>
    </button>
    <p {...liveAttribute('address')} hidden className="mt-2 text-sm break-all select-all" />
  </section>
);
