import { useSetupQueue } from '../../../data/staff/submissions';
import { ScreenHead } from '../../../ui/Heading';
import { Desk } from './Desk';
import { ofSetup, SETUP_REVIEW } from './kinds';
import { useSetupReview } from './useReview';

/** The queue of account setups, reviewed one by one. */
export default function Setups() {
  const answer = useSetupQueue();
  const review = useSetupReview(answer);
  return (
    <div className="grid gap-4">
      <ScreenHead title="Account setups">
        Funded broker accounts waiting for review, oldest first. Approving one opens its member’s
        dashboard.
      </ScreenHead>
      <Desk
        kind={SETUP_REVIEW}
        answer={answer}
        rows={answer.seen?.value.rows.map(ofSetup)}
        review={review}
      />
    </div>
  );
}
