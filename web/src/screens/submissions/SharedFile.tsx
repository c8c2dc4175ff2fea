import { useEffect, useRef } from 'react';
import { Button } from '../../ui/Button';
import { Notice } from '../../ui/Notice';

/** A site can pretend that another app shared a picture, so the member decides. */
export function SharedFile({
  name,
  onAnswer,
}: {
  name: string;
  onAnswer: (isAccepted: boolean) => void;
}) {
  const question = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // No implicit return: newer browsers return a promise, which React would take for a cleanup.
    question.current?.scrollIntoView({ block: 'center' });
  }, []);
  return (
    <div ref={question}>
      <Notice
        actions={
          <>
            <Button size="small" onClick={() => onAnswer(true)}>
              Use it
            </Button>
            <Button size="small" variant="quiet" onClick={() => onAnswer(false)}>
              Don’t use it
            </Button>
          </>
        }
      >
        <span>You shared</span> <span className="font-semibold wrap-anywhere">{name}</span>{' '}
        <span>from another app. Use it as your screenshot?</span>
      </Notice>
    </div>
  );
}
