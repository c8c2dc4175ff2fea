import { UPGRADE_STEPS } from '../../content/upgrade';
import { Card } from '../../ui/Card';
import { NumberedHeading } from '../../ui/Lists';

/** The steps from a tier to the next. */
export const HowItWorks = () => (
  <Card aria-labelledby="how-it-works" className="overflow-hidden">
    <h2 id="how-it-works" className="px-4 pt-3 text-sm lg:px-5">
      How it works
    </h2>
    <ol className="grid divide-y divide-line-soft lg:grid-cols-3 lg:divide-x lg:divide-y-0">
      {UPGRADE_STEPS.map(({ title, text }, index) => (
        <li key={title} className="grid content-start gap-2 p-4 lg:p-5">
          <NumberedHeading number={index + 1}>{title}</NumberedHeading>
          <p className="text-sm text-pretty text-muted">{text}</p>
        </li>
      ))}
    </ol>
  </Card>
);
