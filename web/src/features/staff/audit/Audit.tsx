import { saveFile } from '../../../data/core/saveFile';
import { useSending } from '../../../data/session/useSending';
import { useNow } from '../../../data/core/clock';
import { exportAudit, useAudit } from '../../../data/staff/console';
import { failureWords } from '../../../data/staff/answers';
import { useOnline } from '../../../data/core/useOnline';
import { Button } from '../../../ui/Button';
import { Card } from '../../../ui/Card';
import { Notice } from '../../../ui/Notice';
import { ScreenHead } from '../../../ui/ScreenHead';
import { Age, AnswerNotice } from '../parts/Age';
import { AnswerList } from '../parts/AnswerList';
import { AuditFilters } from './AuditFilters';
import { AuditRow } from './AuditRow';
import { useAuditAddress } from './useAuditAddress';

/** Entries of a page, as the server gives them: where there are fewer, it is the last one. */
const PAGE = 50;

/** Who did what to whom. */
export function Audit() {
  const { filter, after, narrow, goTo } = useAuditAddress();
  const entries = useAudit(filter, after);
  const online = useOnline();
  const now = useNow(60_000);
  const { sending, failure, send } = useSending(
    async () => saveFile(await exportAudit(filter)),
    failureWords('exportAudit'),
  );
  const shown = entries.seen?.value ?? [];
  const last = shown.length === PAGE ? shown.at(-1) : undefined;
  return (
    <div className="grid gap-4">
      <ScreenHead title="Audit" aside={<Age answer={entries} />}>
        Every change of access, and what else staff do, with who, whom, when and why.
      </ScreenHead>
      <AuditFilters key={JSON.stringify(filter)} filter={filter} onNarrow={narrow} />
      <AnswerNotice answer={entries} />
      {failure !== null && <Notice tone="error">{failure}</Notice>}
      <Card className="overflow-hidden">
        <AnswerList answer={entries} label="Audit" none="Nothing of this kind is on record.">
          {(entry) => <AuditRow key={entry.id} entry={entry} now={now} onNarrow={narrow} />}
        </AnswerList>
      </Card>
      <div className="flex flex-wrap gap-2">
        <Button size="small" disabled={after === null} onClick={() => goTo(null)}>
          Newest
        </Button>
        <Button size="small" disabled={!last} onClick={() => last && goTo(last.id)}>
          Older
        </Button>
        <Button
          size="small"
          className="ml-auto"
          disabled={!online}
          doing={sending ? 'Exporting…' : undefined}
          onClick={() => void send()}
        >
          Export as CSV
        </Button>
      </div>
    </div>
  );
}
