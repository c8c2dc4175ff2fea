import { useEffect, useRef, useState } from 'react';
import {
  type ExportFormat,
  type Progress,
  replySchema,
  type VerificationOutcome,
  type VerifierReply,
  type VerifierRequest,
} from './messages';

type VerifierState =
  | { readonly name: 'idle' }
  | { readonly name: 'verifying'; readonly progress: Progress }
  | { readonly name: 'unreachable' }
  | { readonly name: 'found'; readonly outcome: VerificationOutcome };

export interface Verifier {
  readonly state: VerifierState;
  readonly verify: (fresh?: boolean) => void;
  readonly again: () => void;
  readonly cancel: () => void;
  readonly exporting: ExportFormat | null;
  readonly exportFailed: boolean;
  readonly exportAs: (format: ExportFormat) => void;
}

const INITIAL_PROGRESS: Progress = { entries: 0, of: 0, waits: null };

function save(file: Blob, format: ExportFormat): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = `ledger.${format}`;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

const startWorker = () =>
  new Worker(new URL('./verifier.worker.ts', import.meta.url), { type: 'module' });

export function useVerifier(): Verifier {
  const [state, setState] = useState<VerifierState>({ name: 'idle' });
  const [exporting, setExporting] = useState<ExportFormat | null>(null);
  const [exportFailed, setExportFailed] = useState(false);
  const worker = useRef<Worker | null>(null);

  const handleReply = (reply: VerifierReply) => {
    if (reply.tell === 'progress') setState({ name: 'verifying', progress: reply.progress });
    else if (reply.tell === 'outcome') setState({ name: 'found', outcome: reply.outcome });
    else if (reply.tell === 'unreachable') setState({ name: 'unreachable' });
    else {
      if (reply.tell === 'exported') save(reply.file, reply.format);
      setExportFailed(reply.tell === 'not-exported');
      setExporting(null);
    }
  };
  const stop = () => {
    worker.current?.terminate();
    worker.current = null;
    setExporting(null);
  };
  const sendRequest = (request: VerifierRequest) => {
    if (!worker.current) {
      worker.current = startWorker();
      worker.current.onmessage = ({ data }: MessageEvent<unknown>) =>
        handleReply(replySchema.parse(data));
      worker.current.onerror = () => {
        stop();
        setState({ name: 'unreachable' });
      };
    }
    worker.current.postMessage(request);
  };
  useEffect(() => {
    const retry = () => worker.current?.postMessage({ ask: 'again' });
    addEventListener('online', retry);
    return () => {
      removeEventListener('online', retry);
      worker.current?.terminate();
      worker.current = null;
    };
  }, []);

  return {
    state,
    exporting,
    exportFailed,
    verify: (fresh = false) => {
      stop();
      setState({ name: 'verifying', progress: INITIAL_PROGRESS });
      sendRequest({ ask: 'verify', fresh });
    },
    again: () => sendRequest({ ask: 'again' }),
    cancel: () => {
      stop();
      setState({ name: 'idle' });
    },
    exportAs: (format) => {
      setExportFailed(false);
      setExporting(format);
      sendRequest({ ask: 'export', format });
    },
  };
}
