/**
 * Runs in a page long before its scripts, as a text: it names nothing from here.
 *
 * Lets the page ask for its scripts, which it holds in a template until then: once it was read to its end, and what it shows
 * has been painted.
 * @param isDrawn whether it shows anything before they run
 * @param id of the template
 * @param patienceMs how long is waited for the painting: of a page that nobody sees there is none
 */
export function releaseScripts(isDrawn: boolean, id: string, patienceMs: number): void {
  const release = () => {
    const scripts = document.getElementById(id);
    if (scripts instanceof HTMLTemplateElement) scripts.replaceWith(scripts.content);
  };
  const start = () => {
    if (!isDrawn) return release();
    requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(release)));
    setTimeout(release, patienceMs);
  };
  if (document.readyState === 'loading')
    document.addEventListener('DOMContentLoaded', start, { once: true });
  else start();
}

/** The template that holds how a document asks for its scripts. */
export const SCRIPTS_ID = 'scripts';

const PATIENCE_MS = 1000;

/** The text that calls a function that names nothing from outside itself. */
export const callText = (run: { toString: () => string }, ...values: readonly unknown[]): string =>
  `(${run.toString()})(${values.map((value) => JSON.stringify(value)).join(',')})`;

/** The script that asks for those of its page; `isDrawn` is the text of what says whether the page shows anything before. */
export const askForScripts = (isDrawn = 'true'): string =>
  `(${releaseScripts.toString()})(${isDrawn},${JSON.stringify(SCRIPTS_ID)},${PATIENCE_MS});\n`;
