import { describe, expect, it } from 'vitest';
import { type DeliveryScope, describeSubmission } from '../../src/content/submission';

const progress = { stage: 'unsent', failing: false, reason: null } as const;

describe.each([
  ['proof', 'proof', 'within 24 hours'],
  ['setup', 'account setup', 'usually within 2–24 hours, up to 48 hours'],
] as const)('description of a %s', (kind, noun, promise) => {
  it.each([
    [
      'on its way',
      false,
      true,
      `Your ${noun} is being sent`,
      /^It is on its way\. We’ll keep trying/,
    ],
    [
      'on a bad line',
      true,
      true,
      `Your ${noun} is waiting to be sent`,
      /^It hasn’t got through yet\. We’ll /,
    ],
    [
      'offline',
      false,
      false,
      `Your ${noun} is waiting to be sent`,
      /^You are offline\. It will be sent /,
    ],
  ])('unsent: %s', (_what, failing, online, title, text) => {
    const description = describeSubmission(kind, { ...progress, failing }, online);
    expect(description.title).toBe(title);
    expect(description.text).toMatch(text);
    expect(description.text).not.toMatch(/this page/);
  });

  it('unsent: says what happens if the page is closed', () => {
    const describeFor = (scope: DeliveryScope) =>
      describeSubmission(kind, progress, false, scope).text;
    expect(describeFor('closed')).toMatch(
      /^Saved on this device\. You are offline\..*, even after you close/,
    );
    expect(describeFor('app')).toMatch(
      /^Saved on this device\..* sending resumes when you next open the app\.$/,
    );
    expect(describeFor('page')).toMatch(
      /^You are offline\..* can’t save anything, so keep this page open\.$/,
    );
  });

  it('names the review time once sent, and the approval', () => {
    const sent = describeSubmission(kind, { ...progress, stage: 'sent' }, true, 'app');
    expect(sent.title).toBe(`Your ${noun} is being checked`);
    expect(sent.text).toContain(promise);
    const approved = describeSubmission(kind, { ...progress, stage: 'approved' }, true, 'app');
    expect(approved.title).toBe(`Your ${noun} is approved`);
  });

  it('omits the review time while the file is being inspected', () => {
    const inspecting = describeSubmission(kind, { ...progress, stage: 'inspecting' }, true, 'app');
    expect(inspecting.text).not.toContain(promise);
    const overdue = describeSubmission(kind, { ...progress, stage: 'overdue' }, true, 'app');
    expect(overdue.text).toMatch(/^We’re still checking your file\./);
    expect(overdue.text).toContain('You don’t need to send it again.');
    expect(overdue.text).not.toContain(promise);
  });

  it.each([
    ['Too dark', 'Too dark.'],
    ['Too dark. Please send another.', 'Too dark. Please send another.'],
    [null, 'The file could not be read.'],
  ])('rejected: %s', (reason, text) => {
    const rejected = { ...progress, stage: 'rejected', reason } as const;
    expect(describeSubmission(kind, rejected, true, 'app')).toEqual({
      title: `Your ${noun} was not accepted`,
      text,
    });
  });
});
