import { dateText } from '@quantalgo/contracts';
import { saveFile } from '../../data/core/saveFile';
import { evidenceText, type LogFault, useLogFault } from '../../data/ledger/checkpoints';
import { useZone } from '../../tell';
import { Button } from '../../ui/Button';
import { Notice } from '../../ui/Notice';

const WORDS: Readonly<Record<LogFault, (day: string) => string>> = {
  fork: (day) => `The public record no longer begins as this device saw it on ${day}.`,
  rollback: (day) => `The public record is shorter than this device saw it on ${day}.`,
  'other-key': (day) => `The public record is signed with another key than on ${day}.`,
  'back-dated': (day) =>
    `An entry of the public record claims to be older than what this device saw on ${day}.`,
  'other-log': (day) => `Another public record stands in place of the one from ${day}.`,
};

/** Warns on every screen that the record was rewritten, with the evidence. It stays: nothing makes that undone. */
export function LogNotice() {
  const found = useLogFault();
  const zone = useZone();
  if (!found) return null;
  const save = () =>
    saveFile(new File([evidenceText(found)], 'checkpoints.txt', { type: 'text/plain' }));
  return (
    <Notice
      tone="error"
      actions={
        <Button look="quiet" size="small" onClick={save}>
          Save both checkpoints
        </Button>
      }
    >
      <strong>{WORDS[found.fault](dateText(found.before.seenAt, zone))}</strong> Don’t rely on its
      figures until that is explained. This device keeps both signed checkpoints: anyone can check
      them.
    </Notice>
  );
}
