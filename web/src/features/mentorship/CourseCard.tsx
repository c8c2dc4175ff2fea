import { CATEGORY_WORDS, type Course } from '../../content/mentorship';
import { Card } from '../../ui/Card';
import { Chip } from '../../ui/Chip';

/** A course, and how much of it is done. */
export const CourseCard = ({
  course: { title, category, about, length, lessons, done },
}: {
  course: Course;
}) => (
  <Card as="li" className="flex flex-col gap-3 p-4">
    <div className="flex items-start justify-between gap-3">
      <h2 className="text-sm">{title}</h2>
      <Chip>{CATEGORY_WORDS[category]}</Chip>
    </div>
    <p className="flex-1 text-sm text-pretty text-muted">{about}</p>
    <div className="grid gap-1.5">
      <div aria-hidden className="h-1 overflow-hidden rounded-full bg-line">
        <div className="h-full bg-text" style={{ width: `${(done / lessons) * 100}%` }} />
      </div>
      <p className="flex justify-between gap-3 text-xs text-muted tabular-nums">
        <span>
          {done} of {lessons} {lessons === 1 ? 'lesson' : 'lessons'}
        </span>
        <span>{length}</span>
      </p>
    </div>
  </Card>
);
