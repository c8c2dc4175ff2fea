import { TIER_DEPOSITS } from '@quantalgo/contracts/access/access';
import { Copy, X } from 'lucide-react';
import { BRAND } from '../../core/brand';
import { BROKER_DISCLOSURE, BROKER_OFFER } from '../../content/claims';
import { EMBEDDED } from '../../content/hero';
import { SIGN_UP_FIELDS_TEXT } from '../../content/signUp';
import { REVIEW_PROMISE } from '../../content/submission';
import { buttonClass } from '../../ui/Button';
import { SampleTag } from '../../ui/Chip';
import { About } from './About';
import { Banner, Hero, StickyAction, Urgent } from './Hero';
import { Features } from './Features';
import { Section, SiteFooter, SiteHeader, SkipLink } from './Frame';
import type { LastRecord } from './live/recordText';
import { Pricing } from './Pricing';
import { liveAttribute } from './live/elements';

const STEPS = [
  { title: 'Create your account', text: SIGN_UP_FIELDS_TEXT },
  {
    title: `Open a ${BRAND.broker.name} account`,
    text: `Use our link and promo code ${BRAND.broker.promoCode}. A ${BROKER_OFFER.bonus} is the broker’s offer, not ours. ${BROKER_DISCLOSURE}`,
  },
  {
    title: 'Fund it',
    text: `From $${TIER_DEPOSITS.starter}. Deposit only what you can afford to lose.`,
  },
  {
    title: 'Send us the proof',
    text: `We answer ${REVIEW_PROMISE}, then your signals unlock.`,
  },
] as const satisfies readonly { title: string; text: string }[];

const SAMPLE_REVIEWS = [
  {
    quote: 'I stopped taking the fourth level here. That is worth more than any winner.',
    who: 'Sample member, Accra',
  },
  {
    quote: 'Three losses in a row, and all three were still there the next morning.',
    who: 'Sample member, Lagos',
  },
  {
    quote: 'It opens on the bus without data and still shows yesterday.',
    who: 'Sample member, Nairobi',
  },
] as const;

/**
 * Prerendered by the build with the last `record` known to it, which the page's script replaces.
 */
export const LandingPage = ({ record }: { record: LastRecord | null }) => (
  <>
    <SkipLink />
    <Banner />
    <SiteHeader />
    <main id="main" tabIndex={-1}>
      <Hero record={record} />
      <Features />
      <Steps />
      <About record={record} />
      <Pricing record={record} />
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
    <ol className="grid md:grid-cols-2 md:gap-x-8 lg:grid-cols-4">
      {STEPS.map(({ title, text }, index) => (
        <li
          key={title}
          className="relative grid grid-cols-[2.625rem_1fr] content-start pb-4 last:pb-0"
        >
          <span
            aria-hidden="true"
            className="absolute top-7 bottom-0 left-3.5 border-l border-line last:hidden md:hidden in-last:hidden"
          />
          <span
            aria-hidden="true"
            className="grid size-7 place-content-center rounded-full border border-edge text-sm font-semibold tabular-nums"
          >
            {index + 1}
          </span>
          <div>
            <h3 className="text-base">{title}</h3>
            <p className="mt-0.5 text-sm text-muted">{text}</p>
          </div>
        </li>
      ))}
    </ol>
  </Section>
);

const Reviews = () => (
  <Section id="reviews" title="Reviews" aside={<SampleTag />}>
    <ul className="grid gap-3 md:grid-cols-3 md:gap-6">
      {SAMPLE_REVIEWS.map(({ quote, who }) => (
        <li
          key={quote}
          className="flex flex-col rounded-lg border border-line bg-raised p-4 lg:p-5"
        >
          <blockquote className="flex-1 text-sm lg:text-base">
            <p>{`“${quote}”`}</p>
          </blockquote>
          <p className="mt-2 text-sm text-muted">{who}</p>
        </li>
      ))}
    </ul>
  </Section>
);

/** For messaging apps' built-in browsers. Overlays the page, so that nothing moves. */
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
