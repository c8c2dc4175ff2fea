import { SCHEDULES } from '@quantalgo/contracts';
import { linesWith } from '../command/progress';
import { openSuite } from '../invariants/project';
import { scan } from '../invariants/scan';
import { onOwnSuite } from '../suite/onOwnSuite';
import { type Offset, portsAt } from '../suite/ports';
import { patternOf } from '../walk/patternOf';
import { type FaultRow } from './rows';
import { restartDatabase } from './server/databaseRestarted';
import { killInMidRequest } from './server/killed';
import { listenTogether } from './server/listeners';
import { mailThrough } from './server/mailDown';
import { type MailSink, startMailSink } from './server/mailSink';
import { takeMarketDown } from './server/marketDown';
import { openPlace, openPlaceApart, type Place } from './server/place';
import { pollTogether } from './server/pollers';
import { runTwiceAndLate } from './server/schedules';

/** A fault of the matrix that the server meets. */
interface ServerFault extends Pick<FaultRow, 'fault' | 'done' | 'asserted'> {
  /** Opens the project in which it happens. */
  readonly open: (offset: Offset) => Promise<Place>;
  /** Brings it about and holds what follows against what is asserted. Gives what was measured, in words. */
  readonly happens: (place: Place) => Promise<string>;
}

const POLLERS = 2000;
const POLL_SECONDS = 120;
const LISTENERS = 200;
const MINUTE_MS = 60_000;
/** Triggers mirror what a row did within this time. */
const PATIENCE_MS = 20_000;

/** The matrix, in the order in which it happens: what the database forgets by being restarted nothing after it needs. */
const faultsOf = (sink: MailSink, seconds: number): readonly ServerFault[] => [
  {
    fault: 'Schedules twice, late, in parallel',
    done: 'Each job is run by two instances at once, again by both when all are done, and for an hour ago',
    asserted:
      'One word on the slot, a mail and each device told once, and later runs change no document',
    open: openPlace,
    happens: (place) =>
      runTwiceAndLate(
        place,
        SCHEDULES.map(({ name }) => name),
      ),
  },
  {
    fault: 'Function killed in mid-request',
    done: 'The process that confirms a registration, or grants access, is killed at six moments of the call',
    asserted: 'Whoever tries again has one account, one record, one change of access',
    open: openPlace,
    happens: (place) => killInMidRequest(place, 6),
  },
  {
    fault: 'Market data down',
    done: 'The source answers nothing for three slots',
    asserted:
      'The slots are missed with a reason; what waited is settled later, on its real closes',
    open: openPlace,
    happens: (place) => takeMarketDown(place, 3),
  },
  {
    fault: 'Mail server down for a minute',
    done: 'Three visitors register while nothing listens',
    asserted: 'Their mails wait in the outbox and come once',
    open: openPlace,
    happens: (place) =>
      mailThrough(place, {
        begin: sink.goDown,
        end: sink.comeBack,
        ms: MINUTE_MS,
        problem: /ECONNREFUSED/,
      }),
  },
  {
    fault: 'Disk of the mail server full',
    done: 'It answers 452 while three visitors register',
    asserted: 'Their mails are tried again and come once',
    open: openPlace,
    happens: (place) =>
      mailThrough(place, {
        begin: () => sink.setFull(true),
        end: () => sink.setFull(false),
        ms: 0,
        problem: /452/,
      }),
  },
  {
    fault: `${POLLERS.toLocaleString('en-GB')} members poll`,
    done: `They ask one instance for the list, 2 s after each answer, for ${seconds} s; a signal is published`,
    asserted: 'No error, everybody has the signal, the instance keeps no more than at first',
    open: openPlaceApart,
    happens: (place) => pollTogether(place, { members: POLLERS, seconds }),
  },
  {
    fault: `${LISTENERS} members listen`,
    done: 'Each on a connection of its own, judged by the rules; signals are published',
    asserted: 'All are brought each signal and its heartbeat',
    open: openPlaceApart,
    happens: (place) => listenTogether(place, { members: LISTENERS, signals: 5 }),
  },
  {
    fault: 'Database restarted',
    done: 'Firestore is killed while a slot is published, and while signals are settled, and comes back',
    asserted: 'The jobs end well, at the latest when run again; an instance that was there goes on',
    open: openPlace,
    happens: restartDatabase,
  },
];

/** Lets a fault happen, and reads afterwards whether anything was lost or doubled. */
async function rowOf({ open, happens, ...words }: ServerFault, offset: Offset): Promise<FaultRow> {
  const place = await open(offset);
  const suite = openSuite(place.ports);
  try {
    const told = await happens(place);
    const { auth, database } = place;
    const { failed, output } = await scan({ ...suite, auth, database }, PATIENCE_MS);
    if (failed > 0) throw new Error(`Lost or doubled:\n${output}`);
    return { ...words, passed: true, told };
  } catch (error) {
    console.error(error);
    const [told = ''] = String(error).split('\n');
    return { ...words, passed: false, told: told.replaceAll('|', '/') };
  } finally {
    await Promise.all([place.close(), suite.close()]);
  }
}

/** Runs the rows that have all these words, one after the other, on a suite of their own. */
export function runOnServer(
  words: readonly string[],
  stopped: AbortSignal,
  seconds = POLL_SECONDS,
): Promise<FaultRow[]> {
  const pattern = new RegExp(patternOf(words), 'i');
  const work = async (offset: Offset) => {
    const sink = await startMailSink(portsAt(offset));
    const progress = linesWith('  faults: ');
    const rows: FaultRow[] = [];
    const chosen = faultsOf(sink, seconds).filter(({ fault }) => pattern.test(fault));
    try {
      for (const one of chosen) rows.push(await progress.step(one.fault, rowOf(one, offset)));
      return rows;
    } finally {
      await sink.goDown();
    }
  };
  return onOwnSuite(stopped, work, { site: false, inbox: false });
}
