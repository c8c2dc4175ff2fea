import { useSetupQueue } from '../../../data/console/submissions';
import { ScreenHead } from '../../../ui/Heading';
import { ReviewQueue } from './ReviewQueue';
import { toSetupSubmission, SETUP_REVIEW } from './kinds';
import { useSetupReview } from './useReview';

export default function Setups() {
  const query = useSetupQueue();
  const review = useSetupReview(query);
  return (
    <div className="grid gap-4">
      <ScreenHead title="Account setups">
        Funded broker accounts waiting for review, oldest first. Approving one unlocks its member’s
        dashboard.
      </ScreenHead>
      <ReviewQueue
        kind={SETUP_REVIEW}
        query={query}
        rows={query.data?.rows.map(toSetupSubmission)}
        review={review}
      />
    </div>
  );
}
