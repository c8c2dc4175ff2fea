/**
 * Runs in a page long before its scripts, as source text: it must not refer to anything outside itself.
 *
 * Inserts the page's scripts, held in a template until then, once the page is parsed and its content painted.
 * @param isDrawn whether the page shows anything before its scripts run
 * @param id of the template
 * @param patienceMs how long to wait for the paint: a hidden page isn't painted
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

/** Id of the template with a document's script elements. */
export const SCRIPTS_ID = 'scripts';

const PATIENCE_MS = 1000;

/** Source text that calls a self-contained function with these values. */
export const callText = (run: { toString: () => string }, ...values: readonly unknown[]): string =>
  `(${run.toString()})(${values.map((value) => JSON.stringify(value)).join(',')})`;

/** The script that inserts its page's scripts. `isDrawn`: source of the expression for {@link releaseScripts}. */
export const askForScripts = (isDrawn = 'true'): string =>
  `(${releaseScripts.toString()})(${isDrawn},${JSON.stringify(SCRIPTS_ID)},${PATIENCE_MS});\n`;
