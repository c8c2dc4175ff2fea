import { CircleCheck } from 'lucide-react';
import type { User } from '@quantalgo/contracts/account/member';
import { lessonPath, PATHS } from '@quantalgo/contracts/core/paths';
import { formatIsoDay, MINUTE_MS } from '@quantalgo/contracts/core/time';
import type { Course, Lesson } from '@quantalgo/contracts/vault/course';
import {
  LEARNING_LIMITS,
  type LearningWrite,
  learningWriteSchema,
  type LessonProgress,
  EMPTY_PROGRESS,
} from '@quantalgo/contracts/vault/learning';
import { type SubmitEvent, useState } from 'react';
import { useParams } from 'react-router-dom';
import * as z from 'zod/mini';
import { useNow } from '../../data/core/clock';
import { useDraft } from '../../data/core/useDraft';
import { type LearningView, useLearning, writeLearning } from '../../data/vault/learning';
import { useVault } from '../../data/vault/vault';
import { useMember } from '../../data/auth/currentSession';
import { useZone } from '../../core/zone';
import { Button, SubmitButton } from '../../ui/Button';
import { TextArea } from '../../ui/Field';
import { ScreenHead } from '../../ui/Heading';
import { formatTextLength } from '../../ui/lengthText';
import { LinkButton, TextLink } from '../../ui/Links';
import { Notice } from '../../ui/Notice';
import { Blocks } from './Blocks';
import { Teaser } from './Teaser';
import { NoCourses, LoadingCourses, RefusedLearning } from './CourseStates';

/** `saw` is the note that was stored when typing began. */
const typedNoteSchema = z.object({ text: z.string(), saw: z.string() });

type TypedNote = z.infer<typeof typedNoteSchema>;

const parseTypedNote = (draft: unknown): TypedNote | null =>
  typedNoteSchema.safeParse(draft).data ?? null;

interface NoteProps {
  readonly lesson: string;
  /** Today, `2026-11-20`. */
  readonly day: string;
  readonly progress: LessonProgress;
  /** Returns false if the write couldn't be stored. */
  readonly onWrite: (write: LearningWrite) => Promise<boolean>;
}

/** Typed text survives a reload until it is saved. */
function useNote({ lesson, day, progress: { note }, onWrite }: NoteProps) {
  const draft = useDraft(`lesson-${lesson}`, parseTypedNote);
  const [error, setError] = useState<string>();
  const [saved, setSaved] = useState(false);
  /** The field's current content, which may be newer than the last render. */
  const getCurrent = () => draft.getLatest() ?? { text: note, saw: note };
  const change = (next: string) => {
    draft.setValue({ text: next, saw: getCurrent().saw });
    setSaved(false);
    setError(undefined);
  };
  /** @param otherNote a note from another device, to be appended */
  const save = async (otherNote?: string) => {
    const savedDraft = draft.getLatest();
    const { text, saw } = getCurrent();
    const suffix = otherNote === undefined ? '' : `\n${otherNote}`;
    const { data, error: validationError } = learningWriteSchema.safeParse({
      lesson,
      day,
      note: { text: text + suffix, saw },
      ...(otherNote !== undefined && { settled: otherNote }),
    });
    setError(validationError?.issues[0]?.message);
    if (!data || !(await onWrite(data))) return;
    draft.clearIfUnchanged(savedDraft);
    const newerDraft = draft.getLatest();
    if (newerDraft) draft.setValue({ text: newerDraft.text + suffix, saw: data.note?.text ?? saw });
    setSaved(newerDraft === null);
  };
  return { text: draft.value?.text ?? note, change, save, error, saved };
}

function NoteForm(props: NoteProps) {
  const { lesson, day, progress, onWrite } = props;
  const { text, change, save, error, saved } = useNote(props);
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    void save();
  };
  return (
    <form noValidate onSubmit={submit} className="grid gap-3">
      {progress.conflicts.map((otherNote) => (
        <Notice
          key={otherNote}
          tone="warning"
          actions={
            <>
              <Button
                size="small"
                variant="quiet"
                onClick={() => void onWrite({ lesson, day, settled: otherNote })}
              >
                Dismiss
              </Button>
              <Button size="small" onClick={() => void save(otherNote)}>
                Add to my note
              </Button>
            </>
          }
        >
          {`Saved on another device: “${otherNote}”`}
        </Notice>
      ))}
      <TextArea
        label="Your note"
        note="only you can see it"
        rows={3}
        value={text}
        help={formatTextLength(text, LEARNING_LIMITS.note)}
        error={error}
        onChange={({ target }) => change(target.value)}
      />
      <div className="flex flex-wrap items-center gap-3">
        <SubmitButton variant="secondary" busyLabel={undefined} disabled={text === progress.note}>
          Save note
        </SubmitButton>
        <p role="status" className="text-sm text-muted">
          {saved && 'Saved'}
        </p>
      </div>
    </form>
  );
}

const VAULT_TITLE = 'Mentorship Vault';

const STORAGE_ERROR =
  'This device can’t store anything right now, so your change wasn’t saved. Please try again.';

const BackToVault = () => (
  <p className="text-sm">
    <TextLink to={PATHS.mentorship}>{VAULT_TITLE}</TextLink>
  </p>
);

const NoLesson = () => (
  <div className="grid gap-4">
    <BackToVault />
    <ScreenHead title="That lesson doesn’t exist">It may have been renamed.</ScreenHead>
  </div>
);

interface LessonPlace {
  readonly course: Course;
  readonly lesson: Lesson;
  readonly number: number;
  readonly next: Lesson | null;
}

function findLessonPlace(courses: readonly Course[], id: string): LessonPlace | null {
  const places = courses.flatMap((course) =>
    course.lessons.map((lesson, index) => ({ course, lesson, number: index + 1 })),
  );
  const index = places.findIndex(({ lesson }) => lesson.id === id);
  const match = places[index];
  return match ? { ...match, next: places[index + 1]?.lesson ?? null } : null;
}

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
            <span>Finished</span>
          </>
        )}
      </p>
      {!isDone && (
        <Button variant="primary" onClick={onFinish}>
          Finish lesson
        </Button>
      )}
      {isDone && next && (
        <LinkButton to={lessonPath(next.id)} variant="primary">
          {`Next: ${next.title}`}
        </LinkButton>
      )}
      {isDone && !next && <LinkButton to={PATHS.mentorship}>Back to the vault</LinkButton>}
    </div>
  );
}

function OpenLesson({ user, place, view }: { user: User; place: LessonPlace; view: LearningView }) {
  const { course, lesson, number, next } = place;
  const zone = useZone();
  const day = formatIsoDay(useNow(MINUTE_MS), zone);
  const [problem, setProblem] = useState<string | null>(null);
  const progress = view.learning.lessons[lesson.id] ?? EMPTY_PROGRESS;
  const write = async (learningWrite: LearningWrite): Promise<boolean> => {
    try {
      await writeLearning(user.id, learningWrite);
      setProblem(null);
      return true;
    } catch {
      setProblem(STORAGE_ERROR);
      return false;
    }
  };
  const target = { lesson: lesson.id, day };
  return (
    <article className="grid grid-cols-1 gap-5">
      <BackToVault />
      <ScreenHead title={lesson.title}>
        {`${course.title}, lesson ${number} of ${course.lessons.length}, ${lesson.minutes} min`}
      </ScreenHead>
      <RefusedLearning refused={view.refused} />
      <Blocks
        blocks={lesson.blocks}
        answers={progress.answers}
        onAnswer={(question, choice) => void write({ ...target, answer: { question, choice } })}
      />
      {problem !== null && <Notice tone="error">{problem}</Notice>}
      <Ending
        isDone={progress.done !== null}
        next={next}
        onFinish={() => void write({ ...target, done: true })}
      />
      <section aria-label="Your note" className="max-w-prose border-t border-line-soft pt-5">
        <NoteForm lesson={lesson.id} day={day} progress={progress} onWrite={write} />
      </section>
    </article>
  );
}

function LessonContent({ user }: { user: User }) {
  const { lesson: id = '' } = useParams();
  const vault = useVault(user.id);
  const view = useLearning(user.id);
  if (!vault || !view) return <LoadingCourses title={VAULT_TITLE} />;
  if (!vault.courses) return <NoCourses title={VAULT_TITLE} vault={vault} />;
  const place = findLessonPlace(vault.courses, id);
  return place ? <OpenLesson key={id} user={user} place={place} view={view} /> : <NoLesson />;
}

function LessonPage({ open }: { open: boolean }) {
  const user = useMember();
  if (!open) return <Teaser title={VAULT_TITLE} />;
  return user ? <LessonContent user={user} /> : <LoadingCourses title={VAULT_TITLE} />;
}

export default LessonPage;
