import * as z from 'zod/mini';
import { BundleSource, storedCheckpoint } from './bundles';
import { exportLedger } from './exportLedger';
import { checkpointIn } from './log';
import { type ExportFormat, requestSchema, type VerifierReply } from './messages';
import { downloadStamps } from './stamps';
import { newestCheckpoint, verifyLedger } from './verify';

// The content security policy forbids compiling code, which zod would try.
z.config({ jitless: true });

/** Shortest time (ms) between two progress reports. */
const REPORT_EVERY_MS = 500;

const tell = (reply: VerifierReply) => self.postMessage(reply);

let goOn: () => void = () => undefined;
let reportedAt = 0;

const reporting = {
  report(progress: Extract<VerifierReply, { tell: 'progress' }>['progress']) {
    const now = performance.now();
    if (progress.waits === null && now - reportedAt < REPORT_EVERY_MS) return;
    reportedAt = now;
    tell({ tell: 'progress', progress });
  },
  again: () => new Promise<void>((resolve) => (goOn = resolve)),
};

async function verify(fresh: boolean): Promise<void> {
  try {
    tell({ tell: 'outcome', outcome: await verifyLedger(reporting, fresh) });
  } catch {
    tell({ tell: 'unreachable' });
  }
}

/** When an entry was written down (epoch ms). */
const momentOf = (entry: Uint8Array | undefined): number => {
  const { at } = z.object({ at: z.string() }).parse(JSON.parse(new TextDecoder().decode(entry)));
  return Date.parse(at);
};

/** Exports the verified ledger to a file, from stored entries if they are available. */
async function write(format: ExportFormat): Promise<void> {
  const checkpoint = (await storedCheckpoint()) ?? (await newestCheckpoint());
  const failing = {
    report: () => undefined,
    again: () => Promise.reject(new Error('A bundle is missing')),
  };
  const given = { fresh: false, offline: true };
  const source = new BundleSource(checkpointIn(checkpoint.note), failing, given);
  const [first] = await source.bundle(0);
  const stamps = await downloadStamps(momentOf(first)).catch(() => []);
  const file = await exportLedger(checkpoint, source, stamps, format);
  tell({ tell: 'exported', format, file });
}

self.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
  const request = requestSchema.parse(data);
  if (request.ask === 'verify') void verify(request.fresh);
  else if (request.ask === 'again') goOn();
  else write(request.format).catch(() => tell({ tell: 'not-exported' }));
});
