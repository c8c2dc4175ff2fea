import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import Mentorship, { CATEGORIES, SAMPLE_COURSES } from '../../../src/screens/samples/Mentorship';
import { renderAt } from '../../support/render';

const show = (path = '/dashboard/mentorship') => renderAt(path, <Mentorship open />);
const courses = () =>
  screen
    .getAllByRole('heading', { level: 2 })
    .map(({ textContent }) => textContent)
    .filter((title) => SAMPLE_COURSES.some((course) => course.title === title));

describe('the Mentorship Vault', () => {
  it('shows every course at first, and those of a category once it is chosen', async () => {
    show();
    expect(courses()).toHaveLength(SAMPLE_COURSES.length);
    const categories = within(screen.getByRole('group', { name: 'Category' }));
    expect(categories.getAllByRole('radio')).toHaveLength(CATEGORIES.length);
    await userEvent.click(categories.getByRole('radio', { name: 'Psychology' }));
    expect(courses()).toEqual(['After three losses', 'Waiting as a skill']);
    expect(screen.getByText('2 courses')).toHaveRole('status');
  });

  it('leaves the focus with the category that is chosen', async () => {
    show();
    const risk = screen.getByRole('radio', { name: 'Risk' });
    await userEvent.click(risk);
    expect(risk).toHaveFocus();
  });

  it.each(CATEGORIES)('has a course of the category %s', (category) => {
    show(`/dashboard/mentorship?category=${category}`);
    expect(courses().length).toBeGreaterThan(0);
  });

  it('opens at the category that its link names, and at all of them for one that there is not', () => {
    const { unmount } = show('/dashboard/mentorship?category=risk');
    expect(screen.getByRole('radio', { name: 'Risk' })).toBeChecked();
    expect(courses()).toEqual(['Two percent, and no more', 'What a martingale costs']);
    unmount();
    show('/dashboard/mentorship?category=nonsense');
    expect(screen.getByRole('radio', { name: 'All' })).toBeChecked();
  });

  it('shows sessions to come, how far one is, and what was reached in words too', () => {
    show();
    const list = (name: string) =>
      within(screen.getByRole('region', { name })).getAllByRole('listitem');
    expect(list('Upcoming sessions')).toHaveLength(3);
    expect(screen.getByText('Courses completed')).toBeInTheDocument();
    expect(list('Achievements')[0]).toHaveTextContent('First course, reached');
    expect(list('Achievements')[3]).toHaveTextContent('Graduate, not reached yet');
  });
});
