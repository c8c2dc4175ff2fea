import { codeCharacters } from '@quantalgo/contracts';
import { useLayoutEffect, useRef, useState, type ChangeEvent, type ClipboardEvent } from 'react';
import { Field, type FieldWords } from './Field';
import { overtyped } from './codeText';

/**
 * A code in as many boxes as it has characters. Behind them lies one text field: keyboards, screen readers and the
 * code that a phone offers from its messages meet nothing unusual, and arrows and Backspace move between the boxes.
 */
export function CodeInput({
  label,
  note,
  help,
  error,
  length,
  value,
  onChange,
  onComplete,
}: FieldWords & {
  length: number;
  /** Lower case, as it is stored; shown in capitals. */
  value: string;
  onChange: (code: string) => void;
  /** Called once each time the last box is filled. */
  onComplete?: (code: string) => void;
}) {
  const input = useRef<HTMLInputElement>(null);
  const caretAfter = useRef<number | null>(null);
  const [caret, setCaret] = useState<number | null>(null);

  const take = (code: string, at: number) => {
    caretAfter.current = at;
    setCaret(at);
    onChange(code);
    if (code.length === length && value.length < length) onComplete?.(code);
  };
  const type = ({ target }: ChangeEvent<HTMLInputElement>) => {
    const next = overtyped(value, target.value, target.selectionStart ?? length, length);
    take(next.text, next.caret);
  };
  const paste = (event: ClipboardEvent) => {
    event.preventDefault();
    const code = codeCharacters(event.clipboardData.getData('text'), length);
    if (code !== '') take(code, code.length);
  };
  useLayoutEffect(() => {
    const at = caretAfter.current;
    caretAfter.current = null;
    if (at !== null && input.current === document.activeElement)
      input.current?.setSelectionRange(at, at);
  });

  const current = caret === null ? null : Math.min(caret, length - 1);
  return (
    <Field label={label} note={note} help={help} error={error}>
      {(control) => (
        <div className="relative">
          <div aria-hidden className="flex gap-1.5 sm:gap-2">
            {Array.from({ length }, (_, index) => (
              <span
                key={index}
                className={`grid h-14 min-w-0 flex-1 place-content-center rounded-lg border bg-raised text-lg font-semibold uppercase tabular-nums ${
                  index === current
                    ? 'border-accent outline-3 outline-accent/30'
                    : error === undefined
                      ? 'border-edge'
                      : 'border-put'
                }`}
              >
                {value[index] ?? ''}
              </span>
            ))}
          </div>
          <input
            {...control}
            ref={input}
            value={value.toUpperCase()}
            onChange={type}
            onPaste={paste}
            onSelect={({ currentTarget }) => setCaret(currentTarget.selectionStart)}
            onFocus={({ currentTarget }) => {
              setCaret(currentTarget.selectionStart);
            }}
            onBlur={() => setCaret(null)}
            onClick={({ currentTarget, clientX }) => {
              const { left, width } = currentTarget.getBoundingClientRect();
              const box = width === 0 ? length : Math.floor(((clientX - left) / width) * length);
              const at = Math.min(Math.max(box, 0), value.length);
              currentTarget.setSelectionRange(at, at);
            }}
            inputMode="text"
            autoComplete="one-time-code"
            autoCapitalize="characters"
            autoCorrect="off"
            spellCheck={false}
            className="absolute inset-0 size-full cursor-text rounded-lg bg-transparent text-base text-transparent caret-transparent opacity-0"
          />
        </div>
      )}
    </Field>
  );
}
