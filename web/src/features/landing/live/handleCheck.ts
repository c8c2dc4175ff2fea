import { CHANNELS, CONTACTS } from '../../../content/contacts';
import { elements, show } from './elements';
import { bareHandle, isOfficial } from './handles';

const { check } = CONTACTS;
const OURS = CHANNELS.map(({ handle }) => handle);

function say(text: string, official: boolean | null): void {
  for (const verdict of elements('handle-verdict')) {
    verdict.textContent = text;
    verdict.dataset['official'] = String(official);
  }
}

/** Makes the form of the contacts page answer whether a handle is ours. */
export function startHandleCheck(): void {
  for (const form of elements('handle-form')) {
    const input = form.querySelector('input');
    form.addEventListener('submit', (event) => {
      event.preventDefault();
      const typed = input?.value ?? '';
      if (bareHandle(typed) === '') return say(check.empty, null);
      const official = isOfficial(typed, OURS);
      say(`@${bareHandle(typed)} ${official ? check.official : check.impostor}`, official);
    });
    input?.addEventListener('input', () => say('', null));
  }
  show('handle-form', true);
}
