import {
  accountArchiveSchema,
  type AccountArchive,
  type ReceivedProof,
} from '@quantalgo/contracts';
import { call } from '../api/call';
import { signalsCsv } from './signalsCsv';
import { zip } from './zip';

/** Fetches all that is kept about the member, page by page. */
async function fetchArchive(onSignals: (count: number) => void): Promise<AccountArchive> {
  const { data: account } = await call('exportAccount', {});
  const signals: ReceivedProof[] = [];
  let after: string | null | undefined;
  while (after !== null) {
    const query = after === undefined ? {} : { after };
    const { data } = await call('exportSignals', { query });
    signals.push(...data.signals);
    onSignals(signals.length);
    after = data.next;
  }
  return accountArchiveSchema.parse({ ...account, signals });
}

/**
 * All that is kept about the member as one archive: `account.json`, in the form that the API's description publishes,
 * and `signals.csv` for spreadsheets. `onSignals` is told how many signals have come.
 * @throws ApiError with the server's words. @throws NetworkError when no answer came, or one that can't be read.
 */
export async function memberArchive(onSignals: (count: number) => void): Promise<File> {
  const archive = await fetchArchive(onSignals);
  const at = new Date(archive.exportedAt);
  const files = [
    { name: 'account.json', text: `${JSON.stringify(archive, null, 2)}\n` },
    { name: 'signals.csv', text: signalsCsv(archive.signals) },
  ];
  const name = `quantalgo-data-${archive.exportedAt.slice(0, 10)}.zip`;
  return new File([zip(files, at)], name, { type: 'application/zip' });
}
