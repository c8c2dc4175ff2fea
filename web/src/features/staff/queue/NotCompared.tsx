import { Button } from '../../../ui/Button';
import { Notice } from '../../../ui/Notice';

/** Says that an image could not be compared with those of other accounts, where it could not. */
export const NotCompared = ({
  failure,
  onAgain,
}: {
  failure: string | null;
  onAgain: () => void;
}) =>
  failure !== null && (
    <Notice
      tone="warning"
      actions={
        <Button size="small" onClick={onAgain}>
          Compare again
        </Button>
      }
    >
      The image was not compared with those of other accounts. {failure}
    </Notice>
  );
