import { Navigate } from 'react-router-dom';
import { PATHS } from '@quantalgo/contracts';
import { useState } from 'react';
import { useSession } from '../../../data/session/currentSession';
import { BackToStart, LinkButton } from '../../../ui/Links';
import { EntryFrame } from '../../../ui/EntryFrame';
import { EnterCode } from './EnterCode';
import { ShowCode } from './ShowCode';

/** Moves a session: shows a code where one is signed in, takes it where one is not. */
export function TransferScreen() {
  const signedIn = useSession().status === 'signed-in';
  const [cameToEnter] = useState(!signedIn);
  if (signedIn && cameToEnter) return <Navigate replace to={PATHS.dashboard} />;
  return signedIn ? (
    <EntryFrame
      corner={
        <LinkButton to={PATHS.dashboard} look="quiet" size="small" className="-mr-4">
          Back to dashboard
        </LinkButton>
      }
    >
      <ShowCode />
    </EntryFrame>
  ) : (
    <EntryFrame corner={<BackToStart />}>
      <EnterCode />
    </EntryFrame>
  );
}
