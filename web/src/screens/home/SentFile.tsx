import type { User } from '@quantalgo/contracts/account/member';
import { proofPath, setupProofPath } from '@quantalgo/contracts/submissions/submission';
import { useState } from 'react';
import { useOnline } from '../../data/core/useOnline';
import type { Submission } from '../../data/submissions/activation';
import { useStoredFile } from '../../data/submissions/storedFile';
import { Button } from '../../ui/Button';
import { Dialog } from '../../ui/Dialog';
import { Skeleton } from '../../ui/Loading';
import { Notice } from '../../ui/Notice';
import { Picture } from '../../ui/Picture';
import { SheetHead } from '../../ui/SheetHead';

const PATHS_BY_KIND = { proof: proofPath, setup: setupProofPath } as const;

const TITLE = 'What you sent';

function Content({ path }: { path: string }) {
  const { file, tryAgain } = useStoredFile(path);
  const isOnline = useOnline();
  switch (file.state) {
    case 'loading':
      return <Skeleton className="h-72 rounded-lg" />;
    case 'failed':
      return (
        <Notice tone="warning" actions={<Button onClick={tryAgain}>Try again</Button>}>
          {isOnline
            ? 'Your file could not be loaded.'
            : 'You’re offline. We have your file, and you can view it once you’re back online.'}
        </Notice>
      );
    case 'loaded':
      return file.blob.type === 'application/pdf' ? (
        <a
          href={file.url}
          target="_blank"
          rel="noreferrer"
          className="flex min-h-11 items-center font-semibold underline"
        >
          Open the PDF
        </a>
      ) : (
        <Picture picture={{ url: file.url, message: null }} alt={TITLE} />
      );
  }
}

/** The file of a submission that is with our team, for the member who sent it. */
export function SentFile({ member, submission }: { member: User; submission: Submission }) {
  const [isOpen, setOpen] = useState(false);
  const close = () => setOpen(false);
  return (
    <>
      <button
        type="button"
        className="-my-1.5 min-h-11 font-semibold text-text underline underline-offset-4"
        onClick={() => setOpen(true)}
      >
        See what you sent
      </button>
      <Dialog open={isOpen} onClose={close} label={TITLE} place="sheet">
        <div className="grid gap-4 p-4 sm:p-5.5">
          <SheetHead title={TITLE} onClose={close} />
          <Content path={PATHS_BY_KIND[submission.content.kind](member.id, submission.id)} />
        </div>
      </Dialog>
    </>
  );
}
