import {
  COIN,
  type LedgerHead,
  type PublicRecord,
  recordEndpoints,
  type Source,
  watTime,
} from '@quantalgo/contracts';
import { readPublic } from '../../../data/core/readPublic';
import { elements, type LiveName, show, write } from './elements';
import { countText as count, showSettledSignal, startSettledSignal } from './settledSignal';

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

const percent = (value: number | null) => (value === null ? '–' : `${value.toFixed(1)} %`);

/** Where prices that are not a live market's come from. */
const SOURCES: Record<Source, string> = {
  twelvedata: 'live market prices',
  replay: 'replayed prices',
  simulated: 'simulated prices',
};

/** `9f3a…c21d`. */
const shortHash = (hash: string): string => `${hash.slice(0, 4)}…${hash.slice(-4)}`;

const coin = (value: number) => Number(value.toFixed(1));

/** The places of the record. */
const LIVE_NAMES = [
  'first-entry',
  'first-entry-basis',
  'within-four-levels',
  'within-four-levels-basis',
  'sealed',
  'sealed-basis',
  'missed',
  'missed-basis',
  'record-note',
  'head-hash',
  'head-at',
  'head-number',
] as const satisfies readonly LiveName[];

/** The words that a record puts in its places. */
export function recordWords(record: PublicRecord): Record<(typeof LIVE_NAMES)[number], string> {
  const { performance, head, sealedBeforeOutcome, seeded } = record;
  const settled = `${count(performance.totalSignals)} settled`;
  const sealed = sealedBeforeOutcome === 0 ? 'none yet' : `of ${count(sealedBeforeOutcome)}`;
  return {
    'first-entry': percent(performance.firstEntryRate),
    'first-entry-basis': `coin ${COIN.firstEntry}`,
    'within-four-levels': percent(performance.winRate),
    'within-four-levels-basis': `coin ${coin(COIN.withinLadder)}`,
    sealed: count(sealedBeforeOutcome),
    'sealed-basis': seeded === 0 ? sealed : `${sealed}, ${count(seeded)} seeded`,
    missed: count(performance.missedSlots),
    'missed-basis': 'recorded',
    'record-note': `${settled}, ${SOURCES[performance.source]}`,
    'head-hash': head ? `head ${shortHash(head.hash)}` : '',
    'head-at': head ? `· ${watTime(Date.parse(head.at))} WAT` : '',
    'head-number': head ? `#${count(head.seq)}` : '',
  };
}
