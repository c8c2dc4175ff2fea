import { REVIEWS, SAMPLE_REVIEWS } from '../../../content/landing/reviews';
import { SampleTag } from '../../../ui/Chip';
import { Section } from './Section';

/** Where members' words will stand. */
export const Reviews = () => (
  <Section id="reviews" title={REVIEWS.title} lead={REVIEWS.lead}>
    <ul className="grid grid-cols-1 gap-6 md:grid-cols-3">
      {SAMPLE_REVIEWS.map(({ quote, who, tier }) => (
        <li key={quote} className="flex flex-col rounded-lg border border-line bg-raised p-5">
          <blockquote className="flex-1">
            <p>“{quote}”</p>
          </blockquote>
          <p className="mt-5 flex flex-wrap items-center justify-between gap-x-3 text-sm text-muted">
            <span>
              {who}, {tier}
            </span>
            <SampleTag />
          </p>
        </li>
      ))}
    </ul>
  </Section>
);
