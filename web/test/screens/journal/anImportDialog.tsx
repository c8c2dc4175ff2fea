import { getAudiences } from '@quantalgo/contracts/access/access';
import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { vi } from 'vitest';
import type { JournalView } from '../../../src/data/journal/entries';
import { importDraft } from '../../../src/data/journal/import/draft';
import { storeEntries } from '../../../src/data/journal/rows';
import { openOutbox } from '../../../src/data/outbox/database';
import { storeDigests } from '../../../src/data/storage/digests';
import { HISTORY_EXTENT_ROW } from '../../../src/data/storage/eviction';
import { withDatabase } from '../../../src/data/storage/memberDatabase';
import { toAudiencesKey } from '../../../src/data/storage/signalTable';
import { ImportDialog } from '../../../src/screens/journal/ImportDialog';
import { aSettlement, aSignal, SLOT } from '../../support/aSignal';
import { stubImportWorker } from '../../support/importWorker';
import { member } from '../../support/member';
import { loggedInAs } from '../../support/render';

/** Times are in WAT: the 14:05 UTC signal is entered at 15:10. */
export const TEXT =
  'Open time,Asset,Type,Amount\n2026-11-20 15:10:03,EUR/USD,buy,3\nsoon,EUR/USD,buy,2\n2026-11-20 15:10:03,GBP/USD,buy,2\n';

export const user = member({ id: 'imports' });
export const onCloseMock = vi.fn<() => void>();

/** Logs in on a device that has the whole journal, which is empty, and one signal. */
export async function prepareImports(): Promise<void> {
  onCloseMock.mockClear();
  importDraft.set(null);
  loggedInAs(user);
  stubImportWorker();
  await withDatabase(user.id, async (database) => {
    const { digests, meta } = database;
    await digests.clear();
    await storeDigests(digests, [aSignal(SLOT, { settlement: aSettlement(SLOT) })]);
    const audiences = toAudiencesKey(getAudiences(user));
    await meta.put({ id: HISTORY_EXTENT_ROW, audiences, before: 0, complete: true });
    await storeEntries(database, [], { after: 0, isComplete: true });
  });
}

export async function clearImports(): Promise<void> {
  vi.restoreAllMocks();
  const { database } = await openOutbox();
  await database.items.clear();
}

export function DialogHost({ journal }: { journal: readonly JournalView[] }) {
  const [isOpen, setOpen] = useState(true);
  if (!isOpen)
    return (
      <button type="button" onClick={() => setOpen(true)}>
        Open again
      </button>
    );
  return (
    <>
      <ImportDialog
        user={user}
        journal={journal}
        onClose={() => {
          onCloseMock();
          setOpen(false);
        }}
      />
      <button type="button" onClick={() => setOpen(false)}>
        Back
      </button>
    </>
  );
}

export const chooseFile = (file: File) => userEvent.upload(screen.getByLabelText('File'), file);

/** Opens the dialog and chooses a file with this text. */
export async function choose(text: string, journal: readonly JournalView[] = []) {
  const { rerender } = render(<DialogHost journal={journal} />);
  await chooseFile(new File([text], 'trades.csv'));
  return {
    change: (changed: readonly JournalView[]) => rerender(<DialogHost journal={changed} />),
  };
}
