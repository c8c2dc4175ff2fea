import { aborted } from '../command/interrupt';
import { linesWith } from '../command/progress';
import { Refusal } from '../command/refusal';
import { suiteFolder } from './folders';
import { type Offset, readOffset } from './ports';
import { claimRun, ownRun, releaseRun } from './runFile';
import { startSuite } from './suite';

const DEFAULT_OFFSET = 3000;

/**
 * Does `work` on a freshly seeded suite on which nothing else runs, no scheduler either: at PORT_OFFSET, 3000 where it is
 * unset.
 * @param options without `site` nothing is built to be looked at, without `inbox` no mail is taken
 * @throws Refusal when a suite already runs there, or when `signal` aborts
 */
export async function onOwnSuite<T>(
  signal: AbortSignal,
  work: (offset: Offset) => Promise<T>,
  { site = true, inbox = true }: { readonly site?: boolean; readonly inbox?: boolean } = {},
): Promise<T> {
  const offset = readOffset(process.env['PORT_OFFSET'], DEFAULT_OFFSET);
  const { runFile } = suiteFolder(offset);
  const other = claimRun(runFile, ownRun(offset));
  if (other) throw new Refusal(`A suite already runs at ${other.site} (process ${other.pid}).`);
  try {
    const progress = linesWith('  suite: ');
    const suite = await startSuite({ offset, scheduler: false, progress, signal, site, inbox });
    try {
      const interrupted = aborted(signal).then(() => Promise.reject(new Refusal('Stopped.')));
      return await Promise.race([work(offset), interrupted]);
    } finally {
      await suite.stop();
    }
  } finally {
    releaseRun(runFile);
  }
}
