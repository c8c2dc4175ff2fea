import {
  LEARNING_AT_MOST,
  type LearningWrite,
  learningWriteSchema,
  type LessonProgress,
} from '@quantalgo/contracts';
import { type SubmitEvent, useState } from 'react';
import * as z from 'zod/mini';
import { readDraft, writeDraft } from '../../data/core/webStorage';
import { Button, SubmitButton } from '../../ui/Button';
import { TextArea } from '../../ui/Field';
import { Notice } from '../../ui/Notice';

const draftSchema = z.string();

/** A member's note on a lesson. What is typed survives a reload until it is saved. */
export function NoteForm({
  lesson,
  day,
  progress: { note, besides },
  onWrite,
}: {
  lesson: string;
  /** Today, `2026-11-20`. */
  day: string;
  progress: LessonProgress;
  /** Keeps a write. @returns whether it could be kept */
  onWrite: (write: LearningWrite) => Promise<boolean>;
}) {
  const draft = `lesson-${lesson}`;
  const [typed, setTyped] = useState<string | null>(
    () => draftSchema.safeParse(readDraft(draft)).data ?? null,
  );
  const [error, setError] = useState<string>();
  const [saved, setSaved] = useState(false);
  const text = typed ?? note;
  const type = (next: string | null) => {
    setTyped(next);
    setSaved(false);
    setError(undefined);
    writeDraft(draft, next);
  };
  const write = async (noted: string, settled?: string) => {
    const { data, error: wrong } = learningWriteSchema.safeParse({
      lesson,
      day,
      note: { text: noted, saw: note },
      ...(settled !== undefined && { settled }),
    });
    if (!data) return setError(wrong.issues[0]?.message);
    if (!(await onWrite(data))) return;
    type(null);
    setSaved(true);
  };
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    void write(text);
  };
  return (
    <form noValidate onSubmit={submit} className="grid gap-3">
      {besides.map((beside) => (
        <Notice
          key={beside}
          tone="warning"
          actions={
            <>
              <Button size="small" look="quiet" onClick={() => void write(note, beside)}>
                Dismiss
              </Button>
              <Button size="small" onClick={() => void write(`${note}\n${beside}`, beside)}>
                Add it
              </Button>
            </>
          }
        >
          Another device wrote here too: “{beside}”
        </Notice>
      ))}
      <TextArea
        label="Your note"
        note="for you alone"
        rows={3}
        value={text}
        maxLength={LEARNING_AT_MOST.note}
        error={error}
        onChange={({ target }) => type(target.value)}
      />
      <div className="flex flex-wrap items-center gap-3">
        <SubmitButton look="secondary" doing={undefined} disabled={text === note}>
          Save note
        </SubmitButton>
        <p role="status" className="text-sm text-muted">
          {saved && 'Saved'}
        </p>
      </div>
    </form>
  );
}
