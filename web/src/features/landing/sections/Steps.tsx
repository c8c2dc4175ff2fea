import { BROKER_DISCLOSURE } from '../../../content/claims';
import { STEPS } from '../../../content/landing/steps';
import { Section } from './Section';

/** How it works, in four steps. */
export const Steps = () => (
  <Section id="how-it-works" title="How it works">
    <ol className="grid gap-8 md:grid-cols-2 lg:grid-cols-4">
      {STEPS.map((step, index) => (
        <li key={step.title} className="border-t-2 border-line pt-4">
          <p aria-hidden="true" className="text-xl font-semibold text-faint tabular-nums">
            {index + 1}
          </p>
          <h3 className="mt-2 text-base">{step.title}</h3>
          <p className="mt-1.5 text-sm text-muted">{step.text}</p>
          {'paid' in step && <p className="mt-1.5 text-sm text-muted">{BROKER_DISCLOSURE}</p>}
        </li>
      ))}
    </ol>
  </Section>
);
