import {
  COIN,
  countText,
  type LedgerHead,
  percentText,
  type PublicRecord,
  recordEndpoints,
  shortDecimal,
  SOURCE_WORDS,
  WAT,
  zonedTime,
} from '@quantalgo/contracts';
import { readPublic } from '../../../data/core/readPublic';
import { elements, type LiveName, show, write } from './elements';
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

/** `9f3a…c21d`. */
const shortHash = (hash: string): string => `${hash.slice(0, 4)}…${hash.slice(-4)}`;

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
  const settled = `${countText(performance.totalSignals)} settled`;
  const sealed = sealedBeforeOutcome === 0 ? 'none yet' : `of ${countText(sealedBeforeOutcome)}`;
  return {
    'first-entry': percentText(performance.firstEntryRate),
    'first-entry-basis': `coin ${COIN.firstEntry}`,
    'within-four-levels': percentText(performance.winRate),
    'within-four-levels-basis': `coin ${shortDecimal(COIN.withinLadder)}`,
    sealed: countText(sealedBeforeOutcome),
    'sealed-basis': seeded === 0 ? sealed : `${sealed}, ${countText(seeded)} seeded`,
    missed: countText(performance.missedSlots),
    'missed-basis': 'recorded',
    'record-note': `${settled}, ${SOURCE_WORDS[performance.source]}`,
    'head-hash': head ? `head ${shortHash(head.hash)}` : '',
    'head-at': head ? `· ${zonedTime(Date.parse(head.at), WAT)}` : '',
    'head-number': head ? `#${countText(head.seq)}` : '',
  };
}
