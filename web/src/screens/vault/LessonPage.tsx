import { CircleCheck } from 'lucide-react';
import {
  type Course,
  dayIn,
  LEARNING_AT_MOST,
  type LearningWrite,
  learningWriteSchema,
  type Lesson,
  lessonPath,
  type LessonProgress,
  MINUTE_MS,
  PATHS,
  UNTOUCHED,
  type User,
} from '@quantalgo/contracts';
import { type SubmitEvent, useState } from 'react';
import { useParams } from 'react-router-dom';
import * as z from 'zod/mini';
import { useNow } from '../../data/core/clock';
import { readDraft, writeDraft } from '../../data/core/webStorage';
import { type LearningView, useLearning, writeLearning } from '../../data/rooms/vault/learning';
import { useVault } from '../../data/rooms/vault/vault';
import { useMember } from '../../data/session/currentSession';
import { useZone } from '../../zone';
import { Button, SubmitButton } from '../../ui/Button';
import { TextArea } from '../../ui/Field';
import { ScreenHead } from '../../ui/Heading';
import { LinkButton, TextLink } from '../../ui/Links';
import { Notice } from '../../ui/Notice';
import { Blocks } from './Blocks';
import { Teaser } from './Teaser';
import { NoCourses, Reading, Refused } from './Waits';

/** A note as it is typed, and the stored one that stood there when the typing began. */
const draftSchema = z.object({ text: z.string(), saw: z.string() });

/** A member's note on a lesson. What is typed survives a reload until it is saved. */
function NoteForm({
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
  const [typed, setTyped] = useState(() => draftSchema.safeParse(readDraft(draft)).data ?? null);
  const [error, setError] = useState<string>();
  const [saved, setSaved] = useState(false);
  const { text, saw } = typed ?? { text: note, saw: note };
  const type = (next: string | null) => {
    const kept = next === null ? null : { text: next, saw };
    setTyped(kept);
    setSaved(false);
    setError(undefined);
    writeDraft(draft, kept);
  };
  const write = async (noted: string, settled?: string) => {
    const { data, error: wrong } = learningWriteSchema.safeParse({
      lesson,
      day,
      note: { text: noted, saw },
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
              <Button
                size="small"
                look="quiet"
                onClick={() => void onWrite({ lesson, day, settled: beside })}
              >
                Dismiss
              </Button>
              <Button size="small" onClick={() => void write(`${text}\n${beside}`, beside)}>
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

const VAULT = 'Mentorship Vault';

const NOT_KEPT =
  'This device can’t store anything right now, so this is not saved. Please try again.';

const BackToVault = () => (
  <p className="text-sm">
    <TextLink to={PATHS.mentorship}>{VAULT}</TextLink>
  </p>
);

const NoLesson = () => (
  <div className="grid gap-4">
    <BackToVault />
    <ScreenHead title="There is no such lesson">It may have been renamed.</ScreenHead>
  </div>
);

/** A lesson with its course, its place in it, and the lesson behind it. */
interface Place {
  readonly course: Course;
  readonly lesson: Lesson;
  readonly number: number;
  readonly next: Lesson | null;
}

function placeOf(courses: readonly Course[], id: string): Place | null {
  const all = courses.flatMap((course) =>
    course.lessons.map((lesson, at) => ({ course, lesson, number: at + 1 })),
  );
  const at = all.findIndex(({ lesson }) => lesson.id === id);
  const found = all[at];
  return found ? { ...found, next: all[at + 1]?.lesson ?? null } : null;
}

/** What ends a lesson: finishing it, and the way to the next one. */
function Ending({
  isDone,
  next,
  onFinish,
}: {
  isDone: boolean;
  next: Lesson | null;
  onFinish: () => void;
}) {
  return (
    <div className="flex flex-wrap items-center gap-3">
      <p
        role="status"
        className={isDone ? 'flex items-center gap-2 text-sm font-semibold' : 'sr-only'}
      >
        {isDone && (
          <>
            <CircleCheck size={18} aria-hidden />
            Finished
          </>
        )}
      </p>
      {!isDone && (
        <Button look="primary" onClick={onFinish}>
          Finish lesson
        </Button>
      )}
      {isDone && next && (
        <LinkButton to={lessonPath(next.id)} look="primary">
          Next: {next.title}
        </LinkButton>
      )}
      {isDone && !next && <LinkButton to={PATHS.mentorship}>Back to the vault</LinkButton>}
    </div>
  );
}

function OpenLesson({ user, place, view }: { user: User; place: Place; view: LearningView }) {
  const { course, lesson, number, next } = place;
  const zone = useZone();
  const day = dayIn(useNow(MINUTE_MS), zone);
  const [problem, setProblem] = useState<string | null>(null);
  const progress = view.learning.lessons[lesson.id] ?? UNTOUCHED;
  const write = async (what: LearningWrite): Promise<boolean> => {
    try {
      await writeLearning(user.id, what);
      setProblem(null);
      return true;
    } catch {
      setProblem(NOT_KEPT);
      return false;
    }
  };
  const about = { lesson: lesson.id, day };
  return (
    <article className="grid grid-cols-1 gap-5">
      <BackToVault />
      <ScreenHead title={lesson.title}>
        {course.title}, lesson {number} of {course.lessons.length}, {lesson.minutes} min
      </ScreenHead>
      <Refused refused={view.refused} />
      <Blocks
        blocks={lesson.blocks}
        answers={progress.answers}
        onAnswer={(question, choice) => void write({ ...about, answer: { question, choice } })}
      />
      {problem !== null && <Notice tone="error">{problem}</Notice>}
      <Ending
        isDone={progress.done !== null}
        next={next}
        onFinish={() => void write({ ...about, done: true })}
      />
      <section aria-label="Your note" className="max-w-prose border-t border-line-soft pt-5">
        <NoteForm lesson={lesson.id} day={day} progress={progress} onWrite={write} />
      </section>
    </article>
  );
}

function Opened({ user }: { user: User }) {
  const { lesson: id = '' } = useParams();
  const vault = useVault(user.id);
  const view = useLearning(user.id);
  if (!vault || !view) return <Reading title={VAULT} />;
  if (!vault.courses) return <NoCourses title={VAULT} vault={vault} />;
  const place = placeOf(vault.courses, id);
  return place ? <OpenLesson key={id} user={user} place={place} view={view} /> : <NoLesson />;
}

/** A lesson of the Mentorship Vault. */
function LessonPage({ open }: { open: boolean }) {
  const user = useMember();
  if (!open) return <Teaser title={VAULT} />;
  return user ? <Opened user={user} /> : <Reading title={VAULT} />;
}

export default LessonPage;
