import { BRAND } from '../../../core/brand';
import { CHANNELS, CONTACTS } from '../../../content/contacts';
import { elements, show } from './elements';

const { check } = CONTACTS;

const OURS = CHANNELS.map(({ handle }) => handle);

function say(text: string, official: boolean | null): void {
  for (const verdict of elements('handle-verdict')) {
    verdict.textContent = text;
    verdict.dataset['official'] = String(official);
  }
}

/** Makes the form of the contacts page check whether a handle is ours. */
export function startHandleCheck(): void {
  for (const form of elements('handle-form')) {
    const input = form.querySelector('input');
    form.addEventListener('submit', (event) => {
      event.preventDefault();
      const typed = input?.value ?? '';
      if (bareHandle(typed) === '') return say(check.empty, null);
      if (BRAND.telegram.bot !== null && isInvitation(typed)) return say(check.invitation, null);
      const official = isOfficial(typed, OURS);
      say(`@${bareHandle(typed)} ${official ? check.official : check.impostor}`, official);
    });
    input?.addEventListener('input', () => say('', null));
  }
  show('handle-form', true);
}

/** The normalized form of a handle: `https://t.me/QuantAlgo?start=1`, `@quantalgo` → `quantalgo`. */
export const bareHandle = (typed: string): string =>
  typed
    .trim()
    .toLowerCase()
    .replace(/^(https?:\/\/)?(www\.)?(t|telegram)\.me\//, '')
    .replace(/^@/, '')
    .replace(/[/?#].*$/, '');

/** Whether the typed handle is one of ours, compared in normalized form. */
export const isOfficial = (typed: string, handles: readonly string[]): boolean =>
  handles.some((handle) => bareHandle(handle) === bareHandle(typed));

/**
 * Whether this is an invitation to a private channel: `https://t.me/+kQ1…`, `t.me/joinchat/kQ1…`. Digits after the `+` are
 * somebody's phone number.
 */
export const isInvitation = (typed: string): boolean =>
  /^(\+(?![\d ()-]*$)|joinchat$)/.test(bareHandle(typed)) || /^\s*tg:\/\/join\?/i.test(typed);
