import { findCode } from '@quantalgo/contracts/core/findCode';
import { cleanCode } from '@quantalgo/contracts/core/identity';
import { toCodeCharacters, CONFIRMATION_CODE_LENGTH } from '@quantalgo/contracts/core/validation';
import {
  type ChangeEvent,
  type ClipboardEvent,
  type ComponentProps,
  type CompositionEvent,
  type MouseEvent,
  type ReactNode,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { Field, type FieldTexts } from './Field';
import { Notice } from './Notice';

/** Characters typed into the middle overwrite the ones there, as in separate boxes. */
function overtype(
  previousText: string,
  typedText: string,
  caret: number,
  length: number,
): { text: string; caret: number } {
  const head = toCodeCharacters(typedText.slice(0, caret), length);
  const tail = toCodeCharacters(typedText.slice(caret), typedText.length);
  const growth = Math.max(0, head.length + tail.length - previousText.length);
  const text = (head + tail.slice(growth)).slice(0, length);
  return { text, caret: Math.min(head.length, text.length) };
}

interface Code {
  readonly length: number;
  readonly digits?: boolean;
  /** Lower case; displayed in capitals. */
  readonly value: string;
  readonly onChange: (code: string) => void;
  readonly onComplete?: (code: string) => void;
}

/**
 * Restores the caret after each change of the value. `caret` is null while the field isn't focused.
 */
function useCaret() {
  const input = useRef<HTMLInputElement>(null);
  const pendingCaret = useRef<number | null>(null);
  const [caret, setCaret] = useState<number | null>(null);
  useLayoutEffect(() => {
    const position = pendingCaret.current;
    pendingCaret.current = null;
    if (position !== null && input.current === document.activeElement)
      input.current?.setSelectionRange(position, position);
  });
  const moveCaret = (position: number) => {
    pendingCaret.current = position;
    setCaret(position);
  };
  return { input, caret, setCaret, moveCaret };
}

function useCodeTyping({ length, digits = false, value, onChange, onComplete }: Code) {
  const { input, caret, setCaret, moveCaret } = useCaret();
  // While an input method composes, the field keeps its text and caret: rewritten text would be
  // composed twice.
  const [composed, setComposed] = useState<string | null>(null);
  const filterText = (text: string) => (digits ? cleanCode(text).replace(/\D/g, '') : text);
  const acceptCode = (code: string) => {
    onChange(code);
    if (code.length === length && value.length < length) onComplete?.(code);
  };
  const readField = (field: HTMLInputElement) => {
    const position = field.selectionStart ?? length;
    const parts = [field.value.slice(0, position), field.value.slice(position)];
    const [head, tail] = parts.map(filterText);
    const text = (head ?? '') + (tail ?? '');
    return overtype(value, text, head?.length ?? 0, length);
  };
  const handleChange = ({ target, nativeEvent }: ChangeEvent<HTMLInputElement>) => {
    const isComposing = 'isComposing' in nativeEvent && nativeEvent.isComposing === true;
    const next = readField(target);
    setComposed(isComposing ? target.value : null);
    if (!isComposing) moveCaret(next.caret);
    acceptCode(next.text);
  };
  const endComposition = ({ currentTarget }: CompositionEvent<HTMLInputElement>) => {
    const next = readField(currentTarget);
    setComposed(null);
    moveCaret(next.caret);
    acceptCode(next.text);
  };
  const handlePaste = (event: ClipboardEvent) => {
    event.preventDefault();
    const code = findCode(event.clipboardData.getData('text'), { length, digits });
    if (code === '') return;
    moveCaret(code.length);
    acceptCode(code);
  };
  const handleClick = ({ currentTarget, clientX }: MouseEvent<HTMLInputElement>) => {
    const { left, width } = currentTarget.getBoundingClientRect();
    const box = width === 0 ? length : Math.floor(((clientX - left) / width) * length);
    const position = Math.min(Math.max(box, 0), value.length);
    currentTarget.setSelectionRange(position, position);
  };
  const current = caret === null ? null : Math.min(caret, value.length, length - 1);
  const text = composed ?? value.toUpperCase();
  return {
    input,
    text,
    current,
    setCaret,
    handleChange,
    endComposition,
    handlePaste,
    handleClick,
  };
}

const Boxes = ({
  value,
  length,
  current,
  isWrong,
}: {
  value: string;
  length: number;
  current: number | null;
  isWrong: boolean;
}) => (
  <div aria-hidden className="flex gap-1.5 sm:gap-2">
    {Array.from({ length }, (_, index) => (
      <span
        translate="no"
        key={index}
        className={`grid h-14 min-w-0 flex-1 place-content-center rounded-lg border bg-raised text-lg font-semibold uppercase tabular-nums ${
          index === current
            ? 'border-accent outline-3 outline-accent/30'
            : isWrong
              ? 'border-put'
              : 'border-edge'
        }`}
      >
        {value[index] ?? ''}
      </span>
    ))}
  </div>
);

/**
 * Draws one box per character over a single text field, so that keyboards, screen readers and
 * autofill work as usual.
 */
export function CodeInput({ label, note, help, error, ...code }: FieldTexts & Code) {
  const { length, digits = false, value } = code;
  const { input, text, current, setCaret, ...handlers } = useCodeTyping(code);
  const { handleChange, endComposition, handlePaste, handleClick } = handlers;
  return (
    <Field label={label} note={note} help={help} error={error}>
      {(control) => (
        <div className="relative">
          <Boxes value={value} length={length} current={current} isWrong={error !== undefined} />
          <input
            {...control}
            ref={input}
            value={text}
            onChange={handleChange}
            onCompositionEnd={endComposition}
            onPaste={handlePaste}
            onSelect={({ currentTarget }) => setCaret(currentTarget.selectionStart)}
            onFocus={({ currentTarget }) => setCaret(currentTarget.selectionStart)}
            onBlur={() => setCaret(null)}
            onClick={handleClick}
            inputMode={digits ? 'numeric' : 'text'}
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

interface CodeForm {
  readonly props: ComponentProps<'form'>;
  readonly failure: string | null;
  readonly control: (name: 'code') => Pick<Code, 'value' | 'onChange'> & Pick<FieldTexts, 'error'>;
  readonly submit: (entered: { readonly code: string }) => void;
}

export const ConfirmationCodeForm = ({
  form,
  className,
  children,
}: {
  form: CodeForm;
  className: string;
  children: ReactNode;
}) => (
  <form {...form.props} className={className}>
    {form.failure !== null && <Notice tone="error">{form.failure}</Notice>}
    <CodeInput
      {...form.control('code')}
      label="Confirmation code"
      length={CONFIRMATION_CODE_LENGTH}
      onComplete={(code) => form.submit({ code })}
    />
    {children}
  </form>
);
