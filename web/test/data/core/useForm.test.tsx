import { SERVER_BUSY } from '@quantalgo/contracts/core/endpoint';
import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import * as z from 'zod/mini';
import { ApiError } from '../../../src/data/core/errors';
import { useForm } from '../../../src/data/core/useForm';
import { eraseDrafts, readDraft } from '../../../src/data/core/webStorage';
import { SubmitButton } from '../../../src/ui/Button';
import { TextField } from '../../../src/ui/Field';

const nameSchema = z.string().check(z.trim(), z.minLength(3, 'Name is too short'));
const schema = z
  .object({ name: nameSchema, city: z.string().check(z.minLength(1, 'City is required')) })
  .check(z.refine(({ name, city }) => name !== city, { error: 'Not the city', path: ['name'] }));

const draft = { name: 'person', schema: z.object({ name: z.string() }) };

type Sent = z.infer<typeof schema>;

function Person({
  onSubmit = () => undefined,
  initial = { name: '', city: '' },
  clears = false,
}: {
  onSubmit?: (sent: Sent) => unknown;
  initial?: { name: string; city: string };
  clears?: boolean;
}) {
  const failure = { fallback: 'It failed' };
  const form = useForm(schema, { initial, onSubmit, failure, draft, clears });
  return (
    <form {...form.props}>
      <TextField {...form.field('name')} label="Name" />
      <TextField {...form.field('city')} label="City" />
      {form.failure !== null && <p role="alert">{form.failure}</p>}
      <p role="status">{form.done && 'Saved'}</p>
      <SubmitButton busyLabel={form.pending ? 'Saving…' : undefined} waitMs={form.waitMs}>
        Save
      </SubmitButton>
    </form>
  );
}

const field = (label: string) => screen.getByLabelText(label);
const type = (label: string, value: string) =>
  fireEvent.change(field(label), { target: { value } });
const save = () => fireEvent.click(screen.getByRole('button', { name: 'Save' }));

afterEach(eraseDrafts);

describe('validation errors', () => {
  it('shows all on submit, focuses the first invalid field and sends nothing', () => {
    const onSubmit = vi.fn();
    render(<Person onSubmit={onSubmit} />);
    type('Name', 'Ada');
    save();
    expect(field('Name')).toBeValid();
    expect(field('City')).toHaveAccessibleDescription('City is required');
    expect(field('City')).toHaveFocus();
    expect(onSubmit).not.toHaveBeenCalled();
  });

  it('shows only the error of the field that lost focus', async () => {
    render(<Person />);
    await userEvent.type(field('Name'), 'Al');
    expect(field('Name')).toBeValid();
    await userEvent.click(field('City'));
    expect(field('Name')).toHaveAccessibleDescription('Name is too short');
    expect(field('City')).toBeValid();
  });

  it('shows none while a button is pressed, so that the button doesn’t move', async () => {
    render(<Person />);
    await userEvent.type(field('Name'), 'Al');
    fireEvent.blur(field('Name'), { relatedTarget: screen.getByRole('button') });
    expect(field('Name')).toBeValid();
  });

  it('removes an error as soon as the field is valid, even by a change of another field', () => {
    render(<Person />);
    type('Name', 'Lagos');
    type('City', 'Lagos');
    save();
    expect(field('Name')).toHaveAccessibleDescription('Not the city');
    type('City', 'Abuja');
    expect(field('Name')).toBeValid();
    type('Name', 'Al');
    expect(field('Name')).toBeValid();
  });

  it('waits for the end of an IME composition', () => {
    render(<Person />);
    save();
    fireEvent.compositionStart(field('Name'));
    type('Name', 'ada');
    expect(field('Name')).toBeInvalid();
    expect(field('Name')).toHaveValue('ada');
    fireEvent.compositionEnd(field('Name'));
    expect(field('Name')).toBeValid();
  });

  it('waits while a button is pressed that the browser doesn’t focus', () => {
    render(<Person />);
    fireEvent.pointerDown(screen.getByRole('button'));
    fireEvent.blur(field('Name'));
    expect(field('Name')).toBeValid();
    fireEvent.pointerUp(screen.getByRole('button'));
    fireEvent.blur(field('Name'));
    expect(field('Name')).toBeInvalid();
  });

  it('shows none when an empty field of a clearing form loses focus', async () => {
    render(<Person clears />);
    await userEvent.click(field('Name'));
    await userEvent.click(field('City'));
    expect(field('Name')).toBeValid();
  });
});

describe('submitting', () => {
  it('sends the parsed values once', async () => {
    const onSubmit = vi.fn(() => new Promise(() => undefined));
    render(<Person onSubmit={onSubmit} />);
    type('Name', ' Ada ');
    type('City', 'Lagos');
    save();
    fireEvent.submit(field('Name'));
    expect(await screen.findByText('Saving…')).toBeVisible();
    expect(onSubmit).toHaveBeenCalledOnce();
    expect(onSubmit.mock.lastCall?.at(0)).toEqual({ name: 'Ada', city: 'Lagos' });
  });

  it('keeps the values after a failure and shows the remaining wait', async () => {
    const onSubmit = vi.fn().mockRejectedValue(new ApiError('Too many', 429, 90));
    render(<Person onSubmit={onSubmit} />);
    type('Name', 'Ada');
    type('City', 'Lagos');
    save();
    expect(await screen.findByRole('alert')).toHaveTextContent('Too many');
    expect(screen.getByRole('button')).toHaveTextContent(/^Try again in 1:(31|30|29)$/);
    fireEvent.submit(field('Name'));
    expect(onSubmit).toHaveBeenCalledOnce();
    expect(field('Name')).toHaveValue('Ada');
  });

  it('reports success until a value changes', async () => {
    render(<Person initial={{ name: 'Ada', city: 'Lagos' }} />);
    save();
    await waitFor(() => expect(screen.getByRole('status')).toHaveTextContent('Saved'));
    type('City', 'Abuja');
    expect(screen.getByRole('status')).toBeEmptyDOMElement();
  });

  it('clears the sent values, but not what was typed in the meantime', async () => {
    let finish: (value?: unknown) => void = () => undefined;
    const onSubmit = () => new Promise((resolve) => (finish = resolve));
    render(<Person onSubmit={onSubmit} clears />);
    type('Name', 'Ada');
    type('City', 'Lagos');
    save();
    type('City', 'Abuja');
    finish();
    await waitFor(() => expect(screen.getByRole('button')).toHaveTextContent('Save'));
    expect(field('City')).toHaveValue('Abuja');
    save();
    await waitFor(() => expect(screen.getByRole('button')).toHaveTextContent('Saving…'));
    finish();
    await waitFor(() => expect(field('City')).toHaveValue(''));
    expect(readDraft('person')).toBeUndefined();
  });
});

describe('values', () => {
  it('restores the draft without fields missing from its schema', () => {
    const { unmount } = render(<Person />);
    type('Name', 'Ada');
    type('City', 'Lagos');
    unmount();
    render(<Person />);
    expect(field('Name')).toHaveValue('Ada');
    expect(field('City')).toHaveValue('');
  });

  it('takes over another device’s values in untouched fields', () => {
    const { rerender } = render(<Person initial={{ name: 'Ada', city: 'Lagos' }} />);
    type('Name', 'Eve');
    rerender(<Person initial={{ name: 'Bola', city: 'Abuja' }} />);
    expect(field('Name')).toHaveValue('Eve');
    expect(field('City')).toHaveValue('Abuja');
    type('Name', 'Bola');
    rerender(<Person initial={{ name: 'Chi', city: 'Abuja' }} />);
    expect(field('Name')).toHaveValue('Chi');
  });
});

describe('a form that a busy site refused', () => {
  const busy = new ApiError('Busy', 429, 0.2, false, undefined, SERVER_BUSY);
  const refusedOnce = () => vi.fn<(sent: Sent) => Promise<void>>().mockRejectedValueOnce(busy);
  const fillIn = () => {
    type('Name', 'Ada');
    type('City', 'Lagos');
    save();
  };

  it('is sent again once the wait is over', async () => {
    const onSubmit = refusedOnce().mockResolvedValue();
    render(<Person onSubmit={onSubmit} />);
    fillIn();
    await waitFor(() => expect(onSubmit).toHaveBeenCalledTimes(2), { timeout: 5000 });
  });

  it('is not sent again with values that were changed since', async () => {
    const onSubmit = refusedOnce().mockResolvedValue();
    render(<Person onSubmit={onSubmit} />);
    fillIn();
    await screen.findByRole('alert');
    type('Name', 'Bola');
    await waitFor(() => expect(screen.getByRole('button', { name: 'Save' })).toBeEnabled(), {
      timeout: 5000,
    });
    expect(onSubmit).toHaveBeenCalledOnce();
    save();
    await waitFor(() => expect(onSubmit).toHaveBeenCalledTimes(2));
    expect(onSubmit.mock.lastCall?.[0]).toMatchObject({ name: 'Bola' });
  });
});
