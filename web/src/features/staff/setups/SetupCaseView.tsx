import { watDate, watMoment, type SetupCase } from '@quantalgo/contracts';
import { ACCESS_PATHS } from '../../../content/onboarding';
import { Facts } from '../parts/Facts';
import { History } from '../parts/History';
import { TierChip } from '../parts/TierChip';
import { useShortcutsWanted } from '../parts/useShortcutsWanted';
import { FileViewer } from '../viewer/FileViewer';
import { Decision } from './Decision';
import { dollars } from './dollars';
import { Findings } from './Findings';

/** All that an account setup is decided by, and the decision. */
export const SetupCaseView = ({
  found,
  now,
  onDecided,
}: {
  found: SetupCase;
  now: number;
  onDecided: (words: string) => void;
}) => {
  const { setup, user, history } = found;
  const [shortcuts] = useShortcutsWanted();
  return (
    <>
      <FileViewer path={setup.file} name="Proof of the deposit" shortcuts={shortcuts} />
      <Facts
        facts={[
          ['Deposit', dollars(setup.depositAmount)],
          ['Access path', ACCESS_PATHS[setup.accessPath].name],
          ['Submitted', watMoment(Date.parse(setup.createdAt), now)],
          ['Member', <bdi key="member">{user.fullName}</bdi>],
          ['E-mail', <bdi key="email">{user.email}</bdi>],
          ['Tier', <TierChip key="tier" tier={user.tier} />],
          ['Member since', watDate(Date.parse(user.createdAt))],
        ]}
      />
      <Findings found={found} now={now} />
      {setup.state === 'waiting' ? (
        <Decision found={found} shortcuts={shortcuts} onDecided={onDecided} />
      ) : (
        <p className="text-sm text-muted">This account setup was {setup.state}.</p>
      )}
      <section className="grid gap-2">
        <h3 className="text-sm font-semibold">Changes of access</h3>
        <History events={history} />
      </section>
    </>
  );
};
