import { removeInvisible } from '@quantalgo/contracts/core/visibleText';
import { BRAND } from '../../../core/brand';
import { CHANNELS, CONTACTS } from '../../../content/contacts';
import { findElements, setVisible } from './elements';

const { check } = CONTACTS;

const OFFICIAL_HANDLES = CHANNELS.map(({ handle }) => handle);

function showVerdict(text: string, official: boolean | null): void {
  for (const verdict of findElements('handle-verdict')) {
    verdict.textContent = text;
    verdict.dataset['official'] = String(official);
  }
}

export function startHandleCheck(): void {
  for (const form of findElements('handle-form')) {
    const input = form.querySelector('input');
    form.addEventListener('submit', (event) => {
      event.preventDefault();
      const value = input?.value ?? '';
      if (normalizeHandle(value) === '') return showVerdict(check.empty, null);
      if (BRAND.telegram.bot !== null && isInvitation(value))
        return showVerdict(check.invitation, null);
      const official = isOfficial(value, OFFICIAL_HANDLES);
      showVerdict(
        `@${normalizeHandle(value)} ${official ? check.official : check.impostor}`,
        official,
      );
    });
    input?.addEventListener('input', () => showVerdict('', null));
  }
  setVisible('handle-form', true);
}

/** Underscores are part of a handle. */
const PUNCTUATION_AROUND = /^[^\P{P}_]+|[^\P{P}_]+$/gu;

const cleanText = (value: string): string =>
  removeInvisible(value).normalize('NFKC').trim().toLowerCase().replace(PUNCTUATION_AROUND, '');

/**
 * `https://t.me/QuantAlgo?start=1`, `t.me/s/QuantAlgo`, `tg://resolve?domain=QuantAlgo` and
 * `@quantalgo.` become `quantalgo`.
 */
export const normalizeHandle = (value: string): string =>
  cleanText(value)
    .replace(/^(https?:\/\/)?(www\.)?(t|telegram)\.me\/(s\/)?|^tg:\/\/resolve\?domain=/, '')
    .replace(/[/?#&].*$/, '')
    .replace(PUNCTUATION_AROUND, '');

export const isOfficial = (value: string, handles: readonly string[]): boolean =>
  handles.some((handle) => normalizeHandle(handle) === normalizeHandle(value));

/**
 * Invitations to private channels: `https://t.me/+kQ1…`, `t.me/joinchat/kQ1…`. Digits after the `+`
 * are a phone number.
 */
export const isInvitation = (value: string): boolean =>
  /^(\+(?![\d ()-]*$)|joinchat$)/.test(normalizeHandle(value)) ||
  /^tg:\/\/join\?/.test(cleanText(value));
