import { cleanCode } from '@quantalgo/contracts/core/identity';
import {
  codeCharacters,
  CONFIRMATION_CODE_LENGTH,
  confirmationCodeSchema,
} from '@quantalgo/contracts/core/validation';
import {
  type ChangeEvent,
  type ClipboardEvent,
  type CompositionEvent,
  type MouseEvent,
  type ReactNode,
  type SubmitEvent,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { Field, type FieldTexts } from './Field';
import { Notice } from './Notice';

/**
 * The new content of a code field that changed from `before` to `typed`, with the caret now at `caret`: characters
 * typed into the middle overwrite the ones there, as in separate boxes, and don't shift the rest.
 */
function overtyped(
  before: string,
  typed: string,
  caret: number,
  length: number,
): { text: string; caret: number } {
  const head = codeCharacters(typed.slice(0, caret), length);
  const rest = codeCharacters(typed.slice(caret), typed.length);
  const grown = Math.max(0, head.length + rest.length - before.length);
  const text = (head + rest.slice(grown)).slice(0, length);
  return { text, caret: Math.min(head.length, text.length) };
}

interface Code {
  readonly length: number;
  /** Whether the code has digits only, and gets the numeric keyboard. */
  readonly digits?: boolean;
  /** Lower case, as it is stored; shown in capitals. */
  readonly value: string;
  readonly onChange: (code: string) => void;
  /** Called each time the last box is filled. */
  readonly onComplete?: (code: string) => void;
}

/** Where the caret of a code field is; null while the field isn't focused. It is put back after each change of the value. */
function useCaret() {
  const input = useRef<HTMLInputElement>(null);
  const caretAfter = useRef<number | null>(null);
  const [caret, setCaret] = useState<number | null>(null);
  useLayoutEffect(() => {
    const at = caretAfter.current;
    caretAfter.current = null;
    if (at !== null && input.current === document.activeElement)
      input.current?.setSelectionRange(at, at);
  });
  const putCaret = (at: number) => {
    caretAfter.current = at;
    setCaret(at);
  };
  return { input, caret, setCaret, putCaret };
}

/** What is typed into a code field, or pasted. */
function useCodeTyping({ length, digits = false, value, onChange, onComplete }: Code) {
  const { input, caret, setCaret, putCaret } = useCaret();
  // While an input method composes, the field keeps its text and caret: a rewritten text would be composed twice.
  const [composed, setComposed] = useState<string | null>(null);
  const legible = (text: string) => (digits ? cleanCode(text).replace(/\D/g, '') : text);
  const take = (code: string) => {
    onChange(code);
    if (code.length === length && value.length < length) onComplete?.(code);
  };
  const read = (field: HTMLInputElement) => {
    const at = field.selectionStart ?? length;
    const [head, rest] = [field.value.slice(0, at), field.value.slice(at)].map(legible);
    const text = (head ?? '') + (rest ?? '');
    return overtyped(value, text, head?.length ?? 0, length);
  };
  const type = ({ target, nativeEvent }: ChangeEvent<HTMLInputElement>) => {
    const isComposing = 'isComposing' in nativeEvent && nativeEvent.isComposing === true;
    const next = read(target);
    setComposed(isComposing ? target.value : null);
    if (!isComposing) putCaret(next.caret);
    take(next.text);
  };
  const endComposition = ({ currentTarget }: CompositionEvent<HTMLInputElement>) => {
    const next = read(currentTarget);
    setComposed(null);
    putCaret(next.caret);
    take(next.text);
  };
  const paste = (event: ClipboardEvent) => {
    event.preventDefault();
    const code = codeCharacters(legible(event.clipboardData.getData('text')), length);
    if (code === '') return;
    putCaret(code.length);
    take(code);
  };
  const press = ({ currentTarget, clientX }: MouseEvent<HTMLInputElement>) => {
    const { left, width } = currentTarget.getBoundingClientRect();
    const box = width === 0 ? length : Math.floor(((clientX - left) / width) * length);
    const at = Math.min(Math.max(box, 0), value.length);
    currentTarget.setSelectionRange(at, at);
  };
  const current = caret === null ? null : Math.min(caret, value.length, length - 1);
  const text = composed ?? value.toUpperCase();
  return { input, text, current, setCaret, type, endComposition, paste, press };
}

const Boxes = ({
  value,
  length,
  current,
  isWrong,
}: {
  value: string;
  length: number;
  /** The box with the caret; null where there is none. */
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
 * A code as one box per character. A single text field lies behind the boxes, so that keyboards, screen readers and a
 * phone's autofill from messages work as usual, and arrows and Backspace move between the boxes.
 */
export function CodeInput({ label, note, help, error, ...code }: FieldTexts & Code) {
  const { length, digits = false, value } = code;
  const { input, text, current, setCaret, type, endComposition, paste, press } =
    useCodeTyping(code);
  return (
    <Field label={label} note={note} help={help} error={error}>
      {(control) => (
        <div className="relative">
          <Boxes value={value} length={length} current={current} isWrong={error !== undefined} />
          <input
            {...control}
            ref={input}
            value={text}
            onChange={type}
            onCompositionEnd={endComposition}
            onPaste={paste}
            onSelect={({ currentTarget }) => setCaret(currentTarget.selectionStart)}
            onFocus={({ currentTarget }) => setCaret(currentTarget.selectionStart)}
            onBlur={() => setCaret(null)}
            onClick={press}
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

/** Takes a mailed code, and submits it once its last character is entered. */
export function ConfirmationCodeForm({
  failure,
  onCode,
  className,
  children,
}: {
  /** Why the last code was refused; null if none was. */
  failure: string | null;
  /** Called with a well-formed code. */
  onCode: (code: string) => void;
  className: string;
  /** The submit button. */
  children: ReactNode;
}) {
  const [code, setCode] = useState('');
  const [error, setError] = useState<string>();
  const take = (typed: string) => {
    const wrong = confirmationCodeSchema.safeParse(typed).error?.issues[0]?.message;
    setError(wrong);
    if (wrong === undefined) onCode(typed);
  };
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    take(code);
  };
  return (
    <form noValidate onSubmit={submit} className={className}>
      {failure !== null && <Notice tone="error">{failure}</Notice>}
      <CodeInput
        label="Confirmation code"
        length={CONFIRMATION_CODE_LENGTH}
        value={code}
        onChange={setCode}
        onComplete={take}
        error={error}
      />
      {children}
    </form>
  );
}
