import { fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { describe, expect, it, vi } from 'vitest';
import { CodeInput } from '../../src/ui/CodeInput';

function Code({ onComplete = () => undefined }: { onComplete?: (code: string) => void }) {
  const [code, setCode] = useState('');
  return (
    <>
      <CodeInput label="Code" length={7} value={code} onChange={setCode} onComplete={onComplete} />
      <output>{code}</output>
    </>
  );
}
const field = () => screen.getByLabelText('Code');
const stored = () => screen.getByRole('status').textContent;

describe('CodeInput', () => {
  it('is one field that phones can fill from a text message', () => {
    render(<Code />);
    expect(screen.getAllByRole('textbox')).toEqual([field()]);
    expect(field()).toHaveAttribute('autocomplete', 'one-time-code');
  });

  it('accepts only letters and digits, shows upper case and stores lower case', async () => {
    render(<Code />);
    await userEvent.type(field(), 'a-B 2!');
    expect(field()).toHaveValue('AB2');
    expect(stored()).toBe('ab2');
  });

  it('cleans pasted text, and calls onComplete once', async () => {
    const onComplete = vi.fn();
    render(<Code onComplete={onComplete} />);
    await userEvent.click(field());
    await userEvent.paste(' AB-C 23 45 ');
    expect(field()).toHaveValue('ABC2345');
    expect(onComplete.mock.calls).toEqual([['abc2345']]);
    await userEvent.keyboard('9');
    expect(field()).toHaveValue('ABC2345');
    expect(onComplete).toHaveBeenCalledOnce();
  });

  it('reads the code from a pasted line, and keeps its text if the line has none', async () => {
    const onComplete = vi.fn();
    render(<Code onComplete={onComplete} />);
    await userEvent.click(field());
    await userEvent.keyboard('xy');
    await userEvent.paste('Or enter this code');
    expect(stored()).toBe('xy');
    expect(onComplete).not.toHaveBeenCalled();
    await userEvent.paste('Or enter this code\nAB3CD5K');
    expect(stored()).toBe('ab3cd5k');
    expect(onComplete.mock.calls).toEqual([['ab3cd5k']]);
  });

  it('doesn’t change its text during IME composition, but reads the code from it', () => {
    const onComplete = vi.fn();
    render(<Code onComplete={onComplete} />);
    field().focus();
    fireEvent.compositionStart(field());
    for (const value of ['ａ', 'ａb', 'ａb-', 'ａb-3cd5k'])
      fireEvent.input(field(), { target: { value }, isComposing: true });
    expect(field()).toHaveValue('ａb-3cd5k');
    expect(stored()).toBe('ab3cd5k');
    fireEvent.compositionEnd(field());
    expect(field()).toHaveValue('AB3CD5K');
    expect(onComplete.mock.calls).toEqual([['ab3cd5k']]);
  });

  it('moves between the boxes with arrows and Backspace, and overwrites in the middle', async () => {
    render(<Code />);
    await userEvent.click(field());
    await userEvent.keyboard('abcd{ArrowLeft}{ArrowLeft}x');
    expect(stored()).toBe('abxd');
    await userEvent.keyboard('{Backspace}{Backspace}');
    expect(stored()).toBe('ad');
  });
});
