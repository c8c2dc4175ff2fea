import { QUICK_TIPS } from '../../../content/signalRoom';
import { Card } from '../../../ui/Card';

/** How to use a signal without ruin. */
export const QuickTips = () => (
  <Card className="p-4">
    <h2 className="text-sm">Quick tips</h2>
    <ul className="mt-2 grid gap-2 text-sm text-muted">
      {QUICK_TIPS.map((tip) => (
        <li key={tip} className="flex gap-2.5">
          <span aria-hidden className="mt-2 size-1 shrink-0 rounded-full bg-faint" />
          {tip}
        </li>
      ))}
    </ul>
  </Card>
);
