import {
  CATEGORIES,
  CATEGORY_WORDS,
  SAMPLE_COURSES,
  SAMPLE_PROGRESS,
} from '../../content/mentorship';
import { Card, Figures, SideBySide } from '../../ui/Card';
import { Choices } from '../../ui/Choices';
import { Achievements } from './Achievements';
import { CourseCard } from './CourseCard';
import { Sessions } from './Sessions';
import { useCategory } from './useCategory';

const Side = () => (
  <>
    <Sessions />
    <Achievements />
  </>
);

/** The courses of a category, with what stands beside them. */
export function Vault() {
  const [category, choose] = useCategory();
  const courses = SAMPLE_COURSES.filter(
    (course) => category === 'all' || course.category === category,
  );
  return (
    <SideBySide side={<Side />}>
      <Card as="div" className="overflow-hidden">
        <Figures figures={SAMPLE_PROGRESS} />
      </Card>
      <Choices
        label="Category"
        options={CATEGORIES}
        words={CATEGORY_WORDS}
        value={category}
        onChange={choose}
      />
      <p role="status" className="sr-only">
        {courses.length} {courses.length === 1 ? 'course' : 'courses'}
      </p>
      <ul className="grid gap-3 sm:grid-cols-2">
        {courses.map((course) => (
          <CourseCard key={course.title} course={course} />
        ))}
      </ul>
    </SideBySide>
  );
}
