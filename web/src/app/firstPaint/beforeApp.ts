import { askForScripts, callText } from './askForScripts';

/**
 * Runs in the page before it is painted and long before the app, as a text: it names nothing from here.
 *
 * Marks the document where the drawn page is not what this visitor is to see: a member is led on, and an address that
 * names a step shows another one. Marks a form that is sent before the app runs, so that the app sends it. Says whether the
 * drawn page is shown.
 * @param userKey where localStorage keeps the member
 * @param stepParameter what names a step in an address
 */
function beforeApp(userKey: string, stepParameter: string): boolean {
  let member: string | null = null;
  try {
    member = localStorage.getItem(userKey);
  } catch {
    // Where the browser keeps nothing nobody is signed in.
  }
  const isShown = member === null && !new URLSearchParams(location.search).has(stepParameter);
  if (!isShown) document.documentElement.dataset['elsewhere'] = '';
  addEventListener('submit', (event) => {
    event.preventDefault();
    if (event.target instanceof HTMLFormElement) event.target.dataset['pressed'] = '';
  });
  return isShown;
}

/** The script that runs before the app. */
export const beforeAppScript = (...keys: Parameters<typeof beforeApp>): string =>
  askForScripts(callText(beforeApp, ...keys));
