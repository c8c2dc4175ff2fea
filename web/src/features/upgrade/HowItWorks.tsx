import { UPGRADE_STEPS } from '../../content/upgrade';
import { Card } from '../../ui/Card';

/** The steps from a tier to the next. */
export const HowItWorks = () => (
  <Card aria-labelledby="how-it-works" className="overflow-hidden">
    <h2 id="how-it-works" className="px-4 pt-3 text-sm lg:px-5">
      How it works
    </h2>
    <ol className="grid divide-y divide-line-soft lg:grid-cols-3 lg:divide-x lg:divide-y-0">
      {UPGRADE_STEPS.map(({ title, text }, index) => (
        <li key={title} className="flex gap-3 p-4 lg:p-5">
          <span
            aria-hidden
            className="grid size-7 shrink-0 place-content-center rounded-full bg-line text-sm font-semibold tabular-nums"
          >
            {index + 1}
          </span>
          <div className="grid content-start gap-1">
            <h3 className="text-base">{title}</h3>
            <p className="text-sm text-pretty text-muted">{text}</p>
          </div>
        </li>
      ))}
    </ol>
  </Card>
);
