import { BRAND } from '../../../core/brand';
import { CHANNELS, CONTACTS } from '../../../content/contacts';
import { elements, show } from './elements';

const { check } = CONTACTS;

const OFFICIAL_HANDLES = CHANNELS.map(({ handle }) => handle);

function showVerdict(text: string, official: boolean | null): void {
  for (const verdict of elements('handle-verdict')) {
    verdict.textContent = text;
    verdict.dataset['official'] = String(official);
  }
}

export function startHandleCheck(): void {
  for (const form of elements('handle-form')) {
    const input = form.querySelector('input');
    form.addEventListener('submit', (event) => {
      event.preventDefault();
      const value = input?.value ?? '';
      if (bareHandle(value) === '') return showVerdict(check.empty, null);
      if (BRAND.telegram.bot !== null && isInvitation(value))
        return showVerdict(check.invitation, null);
      const official = isOfficial(value, OFFICIAL_HANDLES);
      showVerdict(`@${bareHandle(value)} ${official ? check.official : check.impostor}`, official);
    });
    input?.addEventListener('input', () => showVerdict('', null));
  }
  show('handle-form', true);
}

/** `https://t.me/QuantAlgo?start=1` and `@quantalgo` become `quantalgo`. */
export const bareHandle = (value: string): string =>
  value
    .trim()
    .toLowerCase()
    .replace(/^(https?:\/\/)?(www\.)?(t|telegram)\.me\//, '')
    .replace(/^@/, '')
    .replace(/[/?#].*$/, '');

export const isOfficial = (value: string, handles: readonly string[]): boolean =>
  handles.some((handle) => bareHandle(handle) === bareHandle(value));

/**
 * Invitations to private channels: `https://t.me/+kQ1…`, `t.me/joinchat/kQ1…`. Digits after the `+`
 * are a phone number.
 */
export const isInvitation = (value: string): boolean =>
  /^(\+(?![\d ()-]*$)|joinchat$)/.test(bareHandle(value)) || /^\s*tg:\/\/join\?/i.test(value);
