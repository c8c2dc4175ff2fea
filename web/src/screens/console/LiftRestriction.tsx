import { moderationEndpoints } from '@quantalgo/contracts/network/moderationEndpoints';
import { MODERATION_REASONS, type ModerationReason } from '@quantalgo/contracts/network/post';
import { useState } from 'react';
import { restrictMember } from '../../data/console/moderation';
import { useMutation } from '../../data/core/useMutation';
import { useOnline } from '../../data/core/useOnline';
import { Button } from '../../ui/Button';
import { Notice } from '../../ui/Notice';
import { ReasonField } from './ReasonField';

/** Lifts a mute or a ban after the case that led to it was closed. */
export function LiftRestriction({ uid }: { uid: string }) {
  const online = useOnline();
  const [reason, setReason] = useState<ModerationReason>(MODERATION_REASONS[0]);
  const [done, setDone] = useState(false);
  const { pending, failure, send } = useMutation(
    async () => {
      await restrictMember(uid, 'lift', reason);
      setDone(true);
    },
    { fallback: moderationEndpoints.restrictMember.failure },
  );
  return (
    <section aria-label="Posting" className="grid gap-3">
      <h3 className="text-sm">Posting</h3>
      <p className="text-sm text-muted">
        If moderators muted or banned this member, you can let them post again. State why they were
        restricted.
      </p>
      <div className="flex flex-wrap items-center gap-3">
        <ReasonField reason={reason} onChange={setReason} />
        <Button size="small" disabled={!online || pending || done} onClick={() => void send()}>
          Lift the restriction
        </Button>
      </div>
      {done && <Notice>This member can post in the rooms of their tier.</Notice>}
      {failure !== null && <Notice tone="error">{failure}</Notice>}
    </section>
  );
}
