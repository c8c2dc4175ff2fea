import { BENEFITS_NOTE, ESSENTIAL_BENEFITS } from '../../content/essentialRoom';
import { CheckList } from '../../ui/Lists';
import { Panel } from '../../ui/Card';

/** What an essential account holds, with what is known of the claim in it. */
export const Benefits = () => (
  <Panel title="Essential Benefits">
    <div className="grid gap-3 border-t border-line-soft p-4">
      <CheckList items={ESSENTIAL_BENEFITS} />
      <p className="text-xs text-muted">{BENEFITS_NOTE}</p>
    </div>
  </Panel>
);
