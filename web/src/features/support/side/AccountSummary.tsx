import { isLocked, PATHS, type User } from '@quantalgo/contracts';
import { ACCESS_PATHS } from '../../../content/onboarding';
import { Chip } from '../../../ui/Chip';
import { CopyField } from '../../../ui/CopyField';
import { Panel } from '../../../ui/Card';
import { TextLink } from '../../../ui/Links';

const ROW = 'flex min-h-11 flex-wrap items-center justify-between gap-x-4 px-4 py-2';

/** What support asks for first. */
export const AccountSummary = ({ member }: { member: User }) => {
  const { id, email, accessPath } = member;
  const active = !isLocked(member);
  return (
    <Panel title="Your account">
      <dl className="divide-y divide-line-soft border-t border-line-soft text-sm">
        <div className={ROW}>
          <dt className="text-muted">Email</dt>
          <dd className="wrap-anywhere">{email}</dd>
        </div>
        <div className={ROW}>
          <dt className="text-muted">Status</dt>
          <dd>
            <Chip tone={active ? 'good' : 'warning'}>{active ? 'Active' : 'Pending'}</Chip>
          </dd>
        </div>
        <div className={ROW}>
          <dt className="text-muted">Access path</dt>
          <dd>
            {accessPath === null ? (
              <TextLink to={PATHS.accountSetup}>Choose in account setup</TextLink>
            ) : (
              ACCESS_PATHS[accessPath].name
            )}
          </dd>
        </div>
      </dl>
      <div className="border-t border-line-soft p-4">
        <CopyField label="User ID" value={id} />
      </div>
    </Panel>
  );
};
