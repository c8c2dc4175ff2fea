import {
  FACTOR_FRESH_TTL_MS,
  FACTOR_TTL_MS,
  type SecondFactor,
  secondFactorEndpoints,
} from '@quantalgo/contracts/auth/secondFactorEndpoints';
import { formatDuration } from '@quantalgo/contracts/core/durations';
import { formatDate } from '@quantalgo/contracts/core/format';
import { WAT } from '@quantalgo/contracts/core/time';
import { ShieldCheck } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useRequest } from '../../data/core/useRequest';
import { toFailureText } from '../../data/core/errors';
import { useMutation } from '../../data/core/useMutation';
import { runAsStaff, createStaffCache } from '../../data/console/queries';
import {
  requestFactor,
  type FactorRequest,
  fetchFactor,
  renewRecoveryCodes,
} from '../../data/console/secondFactor';
import { Button } from '../../ui/Button';
import { Card } from '../../ui/Card';
import { Dialog } from '../../ui/Dialog';
import { PageHeading } from '../../ui/Heading';
import { Skeleton } from '../../ui/Loading';
import { Notice } from '../../ui/Notice';
import { QueryNotice } from './QueryList';
import { FactorCode } from './FactorCode';
import { FactorSetUp, RecoveryCodes } from './FactorSetUp';

const factorCache = createStaffCache<SecondFactor>();

let fetchCount = 0;

/** Every mount has its own cache key, so that the factor is fetched again. */
function LoadFactor({ children }: { children: (factor: SecondFactor) => ReactNode }) {
  const [queryKey] = useState(() => `look ${(fetchCount += 1)}`);
  const query = useRequest(fetchFactor, {
    cache: factorCache,
    key: queryKey,
    failure: toFailureText(secondFactorEndpoints.secondFactor),
  });
  return (
    <>
      <QueryNotice query={query} />
      {!query.data && query.loading && <Skeleton className="h-24" />}
      {query.data && children(query.data)}
    </>
  );
}

/** Stays true once the factor is confirmed, so that the setup stays on screen. */
const useIsNew = ({ confirmedAt }: SecondFactor): boolean => useState(confirmedAt === null)[0];

function GateForm({ factor, onPassed }: { factor: SecondFactor; onPassed: () => void }) {
  const isNew = useIsNew(factor);
  return (
    <>
      <PageHeading>{isNew ? 'Set up your second factor' : 'Your second factor'}</PageHeading>
      <p className="text-sm text-muted">
        {isNew
          ? 'To open the console, you need your password and a code from an authenticator app on your phone. Setup takes a minute.'
          : `The console asks for a code from your authenticator app every ${formatDuration(FACTOR_TTL_MS)}.`}
      </p>
      {isNew ? <FactorSetUp onDone={onPassed} /> : <FactorCode onPassed={onPassed} />}
    </>
  );
}

export const FactorGate = ({ request }: { request: FactorRequest }) => (
  <Card className="mx-auto grid w-full max-w-md grid-cols-1 gap-5 p-5 sm:mt-6">
    <LoadFactor>
      {(factor) => <GateForm factor={factor} onPassed={() => request.settle(true)} />}
    </LoadFactor>
  </Card>
);

/** A dialog, so that the screen below keeps its inputs. */
export const FactorDialog = ({ request }: { request: FactorRequest | null }) => (
  <Dialog open={request !== null} onClose={() => request?.settle(false)} label="Confirm it’s you">
    <div className="grid grid-cols-1 gap-4 p-5">
      <h2 className="text-lg">Confirm it’s you</h2>
      <p className="text-sm text-muted">
        {`Grants, codes and exports ask for your second factor again after ${formatDuration(FACTOR_FRESH_TTL_MS)}.`}
      </p>
      {request && <FactorCode onPassed={() => request.settle(true)} />}
      <Button onClick={() => request?.settle(false)}>Cancel</Button>
    </div>
  </Dialog>
);

function FactorOptions({
  factor: { confirmedAt, recoveryCodesLeft },
  onReplace,
  onCodes,
}: {
  factor: SecondFactor;
  onReplace: () => void;
  onCodes: (codes: readonly string[]) => void;
}) {
  const { pending, failure, send } = useMutation(
    async () => onCodes(await runAsStaff(renewRecoveryCodes)),
    toFailureText(secondFactorEndpoints.renewRecoveryCodes),
  );
  return (
    <>
      <p className="text-sm text-muted">
        {`Set up on ${formatDate(Date.parse(confirmedAt ?? ''), WAT)}. Recovery codes left: ${recoveryCodesLeft}.`}
      </p>
      {failure !== null && <Notice tone="error">{failure}</Notice>}
      <Button busyLabel={pending ? 'Creating…' : undefined} onClick={() => void send()}>
        Create new recovery codes
      </Button>
      <Button onClick={() => void requestFactor('stale')}>Confirm it’s you now</Button>
      <Button onClick={onReplace}>Replace authenticator</Button>
    </>
  );
}

function Settings({ factor, onClose }: { factor: SecondFactor; onClose: () => void }) {
  const isNew = useIsNew(factor);
  const [replacing, setReplacing] = useState(false);
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  if (codes) return <RecoveryCodes codes={codes} onStored={onClose} />;
  if (isNew || replacing) return <FactorSetUp onDone={onClose} />;
  return <FactorOptions factor={factor} onReplace={() => setReplacing(true)} onCodes={setCodes} />;
}

export function FactorSettings() {
  const [open, setOpen] = useState(false);
  const close = () => setOpen(false);
  return (
    <>
      <Button
        variant="quiet"
        size="small"
        aria-label="Your second factor"
        onClick={() => setOpen(true)}
      >
        <ShieldCheck size={18} aria-hidden />
      </Button>
      <Dialog open={open} onClose={close} label="Your second factor">
        <div className="grid grid-cols-1 gap-4 p-5">
          <h2 className="text-lg">Your second factor</h2>
          <LoadFactor>{(factor) => <Settings factor={factor} onClose={close} />}</LoadFactor>
          <Button onClick={close}>Close</Button>
        </div>
      </Dialog>
    </>
  );
}
