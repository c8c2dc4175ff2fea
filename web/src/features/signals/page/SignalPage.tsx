import { isSlotId, PATHS } from '@quantalgo/contracts';
import { useParams } from 'react-router-dom';
import { useFetchedSignal } from '../../../data/signals/signalDetails';
import { useSignal } from '../../../data/signals/useSignals';
import { LinkButton } from '../../../ui/Links';
import { ScreenHead } from '../../../ui/ScreenHead';
import { LockedRoom } from '../locked/LockedRoom';
import { CardSkeleton } from '../room/CardSkeleton';
import { Neighbours } from './Neighbours';
import { Shown } from './Shown';

const Reading = () => (
  <>
    <ScreenHead title="Signal" />
    <CardSkeleton />
  </>
);

const Without = ({ title, children }: { title: string; children: string }) => (
  <>
    <ScreenHead title={title}>{children}</ScreenHead>
    <p>
      <LinkButton to={PATHS.signalHistory}>All signals</LinkButton>
    </p>
  </>
);

const NotThere = () => (
  <Without title="There is no such signal">
    No signal of this time was ever published for your tier. Every five minutes have at most one.
  </Without>
);

function Missing({ id }: { id: string }) {
  const how = useFetchedSignal(id, true);
  if (how === 'absent') return <NotThere />;
  if (how === 'offline')
    return (
      <Without title="This signal is not on this device">
        It opens as soon as there is a connection again.
      </Without>
    );
  return <Reading />;
}

function OpenSignal({ id }: { id: string }) {
  const found = useSignal(id);
  return (
    <div className="grid gap-4">
      <Neighbours older={found?.older ?? null} newer={found?.newer ?? null} />
      {found === undefined && <Reading />}
      {found?.signal && <Shown signal={found.signal} />}
      {found?.signal === null && <Missing key={id} id={id} />}
    </div>
  );
}

/** The page of one signal, named by its slot; a teaser for whoever has none to receive. */
export function SignalPage({ open }: { open: boolean }) {
  const { slot = '' } = useParams();
  if (!open) return <LockedRoom />;
  return isSlotId(slot) ? <OpenSignal key={slot} id={slot} /> : <NotThere />;
}
