import type { User } from '@quantalgo/contracts/account/member';
import type { JournalWrite } from '@quantalgo/contracts/journal/entry';
import { useCallback, useEffect, useRef, useState } from 'react';
import { saveCsv } from '../../data/core/saveFile';
import {
  readRemembered,
  readSignals,
  remember,
  tellJournal,
} from '../../data/journal/import/context';
import { Importer } from '../../data/journal/import/importer';
import type { choicesSchema, ImportReply, Preview } from '../../data/journal/import/messages';
import { headerKey, MAX_FILE_BYTES } from '../../data/journal/import/table';
import type { JournalView } from '../../data/journal/entries';
import { writeEntries } from '../../data/journal/write';
import { storageErrorText } from '../../data/outbox/storageErrors';
import type * as z from 'zod/mini';

/** What the member says of a file. */
export type ImportChoices = z.infer<typeof choicesSchema>;

/** A chosen file, copied when it was chosen, with what was said of it. */
export interface ImportDraft {
  readonly file: File;
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** Null while nothing was said of it. */
  readonly choices: ImportChoices | null;
}

/** A file that was read. */
export interface OpenImport {
  readonly header: readonly string[];
  readonly sheet: string | null;
  readonly choices: ImportChoices;
  readonly preview: Preview;
}

const GONE = 'This file has changed or gone. Please choose it again.';

const TOO_LARGE = `This file is larger than ${MAX_FILE_BYTES / 1_000_000} MB. Export fewer days, then choose that file.`;

const isOpened = (reply: ImportReply): reply is Extract<ImportReply, { tell: 'opened' }> =>
  reply.tell === 'opened';

/** @throws Error with a sentence for the member */
async function allWrites(importer: Importer): Promise<JournalWrite[]> {
  const writes: JournalWrite[] = [];
  for (let from: number | null = 0; from !== null;) {
    const reply: ImportReply = await importer.ask({ ask: 'writes', from });
    if (reply.tell !== 'writes') throw new Error(GONE);
    writes.push(...reply.writes);
    from = reply.next;
  }
  return writes;
}

/**
 * Reads a file, previews what it would write, and writes that.
 * @param draft a file that was chosen before
 */
export function useImport({
  user,
  journal,
  draft,
  onDraft,
  onDone,
}: {
  readonly user: User;
  readonly journal: readonly JournalView[];
  readonly draft: ImportDraft | null;
  readonly onDraft: (draft: ImportDraft | null) => void;
  readonly onDone: () => void;
}) {
  const [open, setOpen] = useState<OpenImport | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [busy, setBusy] = useState<'reading' | 'planning' | 'writing' | null>(null);
  const importer = useRef<Importer | null>(null);
  const journalTold = useRef<Promise<void>>(Promise.resolve());
  const newest = useRef<unknown>(null);
  /** The importer, started with the dialog: until a file is chosen it loads its parsers, and learns the journal. */
  const begin = (): Importer => {
    if (importer.current && !importer.current.hasFailed) return importer.current;
    const now = new Importer();
    importer.current = now;
    journalTold.current = tellJournal(now, journal);
    return now;
  };
  const fail = (why: string) => {
    setProblem(why);
    setBusy(null);
  };

  const read = async ({ bytes, file, choices }: ImportDraft) => {
    newest.current = bytes;
    setBusy('reading');
    setProblem(null);
    setOpen(null);
    const now = begin();
    await journalTold.current;
    const signals = await readSignals(user);
    const reply = await now.ask({
      ask: 'open',
      bytes,
      name: file.name,
      remembered: readRemembered(),
      choices,
      ...signals,
    });
    if (newest.current !== bytes) return;
    if (!isOpened(reply)) {
      fail(reply.tell === 'failed' ? reply.problem : GONE);
      return;
    }
    setOpen(reply);
    setBusy(null);
    onDraft({ file, bytes, choices: reply.choices });
  };

  const start = (one: ImportDraft) => {
    read(one).catch((error: unknown) => fail(storageErrorText(error)));
  };
  const startOnce = useRef(() => {
    if (draft) start(draft);
    else begin();
  });
  useEffect(() => {
    startOnce.current();
    return () => {
      newest.current = null;
      importer.current?.close();
    };
  }, []);

  const choose = async (file: File) => {
    newest.current = file;
    setOpen(null);
    onDraft(null);
    if (file.size > MAX_FILE_BYTES) {
      fail(TOO_LARGE);
      return;
    }
    const buffer = await file.arrayBuffer().catch(() => null);
    if (newest.current !== file) return;
    if (!buffer) {
      fail(GONE);
      return;
    }
    const bytes = new Uint8Array(buffer);
    const copy = new File([bytes], file.name, { type: file.type });
    const chosen = { file: copy, bytes, choices: null };
    onDraft(chosen);
    start(chosen);
  };

  const change = useCallback(
    async (choices: ImportChoices) => {
      if (!importer.current || !draft) return;
      newest.current = choices;
      setOpen((before) => before && { ...before, choices });
      setBusy('planning');
      const reply = await importer.current.ask({ ask: 'preview', choices });
      if (newest.current !== choices) return;
      if (reply.tell !== 'preview') {
        fail(reply.tell === 'failed' ? reply.problem : GONE);
        return;
      }
      setOpen((before) => before && { ...before, preview: reply.preview });
      setBusy(null);
      onDraft({ ...draft, choices });
    },
    [draft, onDraft],
  );

  const take = async () => {
    if (!importer.current || !open) return;
    setBusy('writing');
    try {
      await writeEntries(user.id, await allWrites(importer.current));
      const { mapping, dayOrder, zone } = open.choices;
      remember({ header: headerKey(open.header), mapping, dayOrder, zone });
      onDraft(null);
      onDone();
    } catch (error) {
      fail(storageErrorText(error));
    }
  };

  const saveLeftOut = async () => {
    const reply = await importer.current?.ask({ ask: 'left-out' });
    if (reply?.tell === 'left-out') saveCsv('left-out.csv', reply.csv);
  };

  /** Once more, with the signals that came in the meantime. */
  const again = () => {
    if (draft) start(draft);
  };
  return { open, problem, busy, choose, change, take, saveLeftOut, again };
}
