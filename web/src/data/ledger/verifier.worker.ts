import { ledgerEndpoints } from '@quantalgo/contracts';
import * as z from 'zod/mini';
import { readPublic } from '../core/readPublic';
import { downloadStamps, PageSource, storedHead } from './pages';
import { type ExportFormat, requestSchema, type VerifierReply } from './messages';
import { exportLedger } from './exportLedger';
import { verifyLedger } from './verify';

// The content security policy forbids compiling code, which zod would try.
z.config({ jitless: true });

/** Shortest time (ms) between two progress reports. */
const REPORT_EVERY_MS = 80;

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

/** Exports the verified ledger to a file, from stored pages if they are available. */
async function write(format: ExportFormat): Promise<void> {
  const head = (await storedHead())?.head ?? (await readPublic(ledgerEndpoints.ledgerHead)).data;
  const failing = {
    report: () => undefined,
    again: () => Promise.reject(new Error('A page is missing')),
  };
  const source = new PageSource(head, failing, { fresh: false, offline: true });
  const stamps = await downloadStamps().catch(() => []);
  const file = await exportLedger(head, source, stamps, format);
  tell({ tell: 'exported', format, file });
}

self.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
  const request = requestSchema.parse(data);
  if (request.ask === 'verify') void verify(request.fresh);
  else if (request.ask === 'again') goOn();
  else write(request.format).catch(() => tell({ tell: 'not-exported' }));
});
