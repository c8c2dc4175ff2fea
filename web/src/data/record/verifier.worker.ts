import * as z from 'zod/mini';
import { BundleSource, readStoredCheckpoint } from './bundles';
import { exportLedger } from './exportLedger';
import { parseCheckpointNote } from './log';
import { type ExportFormat, requestSchema, type VerifierReply } from './messages';
import { downloadStamps } from './stamps';
import { fetchNewestCheckpoint, verifyLedger } from './verify';

// The content security policy forbids `new Function`, which zod's JIT would try.
z.config({ jitless: true });

const MIN_REPORT_INTERVAL_MS = 500;

const postReply = (reply: VerifierReply) => self.postMessage(reply);

let retry: () => void = () => undefined;
let reportedAt = 0;

const reporting = {
  report(progress: Extract<VerifierReply, { tell: 'progress' }>['progress']) {
    const now = performance.now();
    if (progress.waits === null && now - reportedAt < MIN_REPORT_INTERVAL_MS) return;
    reportedAt = now;
    postReply({ tell: 'progress', progress });
  },
  again: () => new Promise<void>((resolve) => (retry = resolve)),
};

async function verify(fresh: boolean): Promise<void> {
  try {
    postReply({ tell: 'outcome', outcome: await verifyLedger(reporting, fresh) });
  } catch {
    postReply({ tell: 'unreachable' });
  }
}

/** Epoch ms. */
const readEntryTime = (entry: Uint8Array | undefined): number => {
  const { at } = z.object({ at: z.string() }).parse(JSON.parse(new TextDecoder().decode(entry)));
  return Date.parse(at);
};

async function exportToFile(format: ExportFormat): Promise<void> {
  const checkpoint = (await readStoredCheckpoint()) ?? (await fetchNewestCheckpoint());
  const failingReporting = {
    report: () => undefined,
    again: () => Promise.reject(new Error('A bundle is missing')),
  };
  const options = { fresh: false, offline: true };
  const source = new BundleSource(parseCheckpointNote(checkpoint.note), failingReporting, options);
  const [first] = await source.bundle(0);
  const stamps = await downloadStamps(readEntryTime(first)).catch(() => []);
  const file = await exportLedger(checkpoint, source, stamps, format);
  postReply({ tell: 'exported', format, file });
}

self.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
  const request = requestSchema.parse(data);
  if (request.ask === 'verify') void verify(request.fresh);
  else if (request.ask === 'again') retry();
  else exportToFile(request.format).catch(() => postReply({ tell: 'not-exported' }));
});
