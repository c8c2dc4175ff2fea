import type { AdminCode, AdminUser } from '@quantalgo/contracts';
import { useSearchParams } from 'react-router-dom';
import { useCodes } from '../../../data/staff/console';
import { useUser } from '../../../data/staff/users';
import { Panel, SideBySide } from '../../../ui/Card';
import { ScreenHead } from '../../../ui/ScreenHead';
import { Age, AnswerNotice } from '../parts/Age';
import { CodeList } from './CodeList';
import { IssueForm } from './IssueForm';
import { MemberField } from './MemberField';

/** A member has one code at most: a new one takes the place of the one before. */
const withCode =
  (code: AdminCode) =>
  (codes: readonly AdminCode[]): readonly AdminCode[] => [
    code,
    ...codes.filter(({ userId }) => userId !== code.userId),
  ];

const voided =
  (code: AdminCode) =>
  (codes: readonly AdminCode[]): readonly AdminCode[] =>
    codes.map((one) => (one.userId === code.userId ? code : one));

/** The form for the member whom the address names. */
function ForUser({
  id,
  onIssued,
  onOther,
}: {
  id: string;
  onIssued: (issued: AdminCode) => void;
  onOther: () => void;
}) {
  const answer = useUser(id);
  const user = answer.seen?.value.user;
  return (
    <>
      <AnswerNotice answer={answer} />
      {!user && answer.asking && <p className="text-sm text-muted">Loading the member...</p>}
      {user && <IssueForm user={user} onIssued={onIssued} onOther={onOther} />}
    </>
  );
}

function Issue({ onIssued }: { onIssued: (issued: AdminCode) => void }) {
  const [address, setAddress] = useSearchParams();
  const id = address.get('user');
  const choose = (user: AdminUser | null) =>
    setAddress(user ? { user: user.id } : {}, { replace: true });
  if (id === null) return <MemberField onChoose={choose} />;
  return <ForUser key={id} id={id} onIssued={onIssued} onOther={() => choose(null)} />;
}

/** Codes with which members unlock their dashboard: issued, listed, and made void. */
export function Codes() {
  const answer = useCodes();
  return (
    <div className="grid gap-4">
      <ScreenHead title="Dashboard codes">
        Eight characters that set a tier, valid for seven days. A new one makes the one before void.
      </ScreenHead>
      <AnswerNotice answer={answer} />
      <SideBySide
        side={
          <Panel title="Issue a code">
            <div className="grid gap-3 px-4 pb-4">
              <Issue onIssued={(issued) => answer.amend(withCode(issued))} />
            </div>
          </Panel>
        }
      >
        <Panel title="Issued last" aside={<Age answer={answer} />}>
          {answer.seen ? (
            <CodeList codes={answer.seen.value} onVoid={(code) => answer.amend(voided(code))} />
          ) : (
            answer.asking && (
              <p role="status" className="p-6 text-center text-sm text-muted">
                Loading codes...
              </p>
            )
          )}
        </Panel>
      </SideBySide>
    </div>
  );
}
