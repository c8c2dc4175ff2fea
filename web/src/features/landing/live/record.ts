import { recordEndpoints, type LedgerHead, type PublicRecord } from '@quantalgo/contracts';
import { readPublic } from '../../../data/core/readPublic';
import { elements, show, write } from './elements';
import { LIVE_NAMES, recordWords } from './recordWords';
import { showSettledSignal, startSettledSignal } from './settledSignal';

const EVERY_MS = 30_000;
const AGAIN_MS = 5_000;

function showRecord(record: PublicRecord): void {
  const words = recordWords(record);
  for (const name of LIVE_NAMES) write(name, words[name]);
  show('demonstration', record.performance.demonstration);
  if (record.latest) showSettledSignal(record.latest);
}

/** Notes the ledger's head, to be found again when this device verifies the ledger. Loaded apart: it shows nothing. */
const noteSeen = (head: LedgerHead, at: number) =>
  import('../../../data/ledger/heads').then(
    ({ keepHead }) => keepHead(head, at),
    () => undefined,
  );

/** Fills in the live record and keeps it fresh while the page is seen. What was shown stays when no answer comes. */
export function startRecord(): void {
  if (elements('record').length === 0) return;
  startSettledSignal();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let known = false;

  const read = async () => {
    clearTimeout(timer);
    if (document.hidden) return;
    try {
      const { data, at } = await readPublic(recordEndpoints.record);
      showRecord(data);
      known = true;
      if (data.head) void noteSeen(data.head, at);
    } catch {
      if (!known) write('record-note', 'The record can’t be reached right now');
    }
    timer = setTimeout(() => void read(), known ? EVERY_MS : AGAIN_MS);
  };

  document.addEventListener('visibilitychange', () => void read());
  void read();
}
