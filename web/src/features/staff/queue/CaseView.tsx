import type { ProofCase } from '@quantalgo/contracts';
import { ArrowLeft } from 'lucide-react';
import { Button } from '../../../ui/Button';
import { Key } from '../parts/Key';
import { FileViewer } from '../viewer/FileViewer';
import { CaseFacts } from './CaseFacts';
import { Decide } from './Decide';
import { NotCompared } from './NotCompared';
import { useAlike } from './useAlike';
import type { Review } from './useReview';

/** One proof: what was sent in the middle, whose it is and what to do with it beside it. */
export function CaseView({
  found,
  review,
  shortcuts,
  onReject,
}: {
  found: ProofCase;
  review: Review;
  shortcuts: boolean;
  onReject: () => void;
}) {
  const { known, failure, compare, again } = useAlike(found);
  return (
    <section
      aria-label={`Proof of ${found.user.fullName}`}
      className="grid gap-5 p-4 xl:grid-cols-[minmax(0,1fr)_19rem]"
    >
      <div className="grid content-start gap-3">
        <Button
          look="quiet"
          size="small"
          className="justify-self-start"
          aria-keyshortcuts="Escape"
          onClick={() => review.close(found)}
        >
          <ArrowLeft size={16} aria-hidden />
          Back to the queue <Key>Esc</Key>
        </Button>
        <FileViewer
          key={found.proof.id}
          path={found.proof.file}
          name={`Proof for trader ID ${found.proof.traderId}`}
          shortcuts={shortcuts}
          onPicture={compare}
        />
        <NotCompared failure={failure} onAgain={again} />
      </div>
      <div className="grid content-start gap-4">
        <CaseFacts found={known} onOpen={(id) => void review.take(id)} />
        <Decide found={found} review={review} onReject={onReject} />
      </div>
    </section>
  );
}
