import type { User } from '@quantalgo/contracts/account/member';
import { act, configure, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { writeLearning } from '../../../src/data/vault/learning';
import { CATEGORIES } from '../../../src/screens/vault/CourseBoard';
import Mentorship from '../../../src/screens/vault/Mentorship';
import { member } from '../../support/member';
import { renderAt, loggedInAs } from '../../support/render';
import { COURSES, keepCourses } from './vault';

configure({ asyncUtilTimeout: 15_000 });

let ada: User;
let count = 0;

beforeEach(() => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('No connection')));
  ada = member({ id: `vault-${++count}` });
  loggedInAs(ada);
});
afterEach(() => vi.unstubAllGlobals());

const show = (path = '/dashboard/mentorship') => renderAt(path, <Mentorship open />);

const titles = () =>
  screen
    .getAllByRole('heading', { level: 2 })
    .map(({ textContent }) => textContent)
    .filter((title) => COURSES.some((course) => course.title === title));

const choices = async () => within(await screen.findByRole('group', { name: 'Category' }));

const finish = (lesson: string, day: string) =>
  act(() => writeLearning(ada.id, { lesson, day, done: true }));

const figure = async (label: string) => (await screen.findByText(label)).parentElement;

const today = () => new Date(Date.now() + 3_600_000).toISOString().slice(0, 10);

describe('Mentorship Vault', { timeout: 60_000 }, () => {
  it('shows the first step and no samples before a lesson is finished', async () => {
    await keepCourses(ada.id);
    show();
    expect(await screen.findByText(/You haven’t finished a lesson yet\. Start with/)).toBeVisible();
    expect(screen.getByRole('link', { name: 'Start' })).toHaveAttribute(
      'href',
      '/dashboard/mentorship/first',
    );
    expect(await figure('Lessons done')).toHaveTextContent('0of 6');
    expect(screen.queryByText('Sample')).not.toBeInTheDocument();
  });

  it('lists every course and filters by category', async () => {
    await keepCourses(ada.id);
    show();
    const categories = await choices();
    expect(categories.getAllByRole('radio')).toHaveLength(CATEGORIES.length);
    expect(titles()).toHaveLength(COURSES.length);
    const psychology = categories.getByRole('radio', { name: 'Psychology' });
    await userEvent.click(psychology);
    expect(titles()).toEqual(['A plan, and after a loss']);
    expect(screen.getByText('1 course')).toHaveRole('status');
    expect(psychology).toHaveFocus();
  });

  it('opens the category in its link, and all for an unknown one', async () => {
    await keepCourses(ada.id);
    const { unmount } = show('/dashboard/mentorship?category=psychology');
    await choices();
    expect(titles()).toEqual(['A plan, and after a loss']);
    unmount();
    show('/dashboard/mentorship?category=nonsense');
    expect((await choices()).getByRole('radio', { name: 'All' })).toBeChecked();
  });

  it('counts finished lessons before the server has them', async () => {
    await keepCourses(ada.id);
    await finish('first', '2026-11-03');
    await finish('second', '2026-11-03');
    await finish('third', today());
    show();
    expect(await figure('Courses completed')).toHaveTextContent('1of 2');
    expect(await figure('Lessons done')).toHaveTextContent('3of 6');
    expect(await figure('Study time')).toHaveTextContent('9 min');
    expect(await figure('Day streak')).toHaveTextContent('1');
    const reached = within(screen.getByRole('region', { name: 'Achievements' }));
    expect(reached.getAllByRole('listitem')[0]).toHaveTextContent('First course, reached');
    expect(reached.getAllByRole('listitem')[3]).toHaveTextContent('Graduate, not reached yet');
    expect(screen.getByRole('link', { name: /^Lesson first, finished/ })).toBeVisible();
    expect(screen.getByRole('link', { name: 'Continue' })).toHaveAttribute(
      'href',
      '/dashboard/mentorship/fourth',
    );
  });

  it('offers a retry if the courses were never loaded', async () => {
    show();
    expect(await screen.findByText(/The courses aren’t on this device yet/)).toBeVisible();
    expect(screen.getByRole('button', { name: 'Try again' })).toBeVisible();
  });

  it('shows a teaser labelled as a sample while locked', () => {
    renderAt('/dashboard/mentorship', <Mentorship open={false} />);
    expect(screen.getByText('Unlock with funded account')).toBeVisible();
    expect(screen.getByText('Sample', { ignore: '[inert] *' })).toBeVisible();
    expect(screen.queryByRole('link', { name: 'Start' })).not.toBeInTheDocument();
  });
});
