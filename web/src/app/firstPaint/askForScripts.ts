/**
 * Inserts the page's scripts, held in a template until then, once its content is painted.
 *
 * It is embedded as source text, so it must not refer to anything outside itself.
 * @param isDrawn false if the page shows nothing before its scripts run
 * @param id of the template
 * @param timeoutMs limit for the paint: a hidden page isn't painted
 */
export function releaseScripts(isDrawn: boolean, id: string, timeoutMs: number): void {
  const release = () => {
    const scripts = document.getElementById(id);
    if (scripts instanceof HTMLTemplateElement) scripts.replaceWith(scripts.content);
  };
  const start = () => {
    if (!isDrawn) return release();
    requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(release)));
    setTimeout(release, timeoutMs);
  };
  if (document.readyState === 'loading')
    document.addEventListener('DOMContentLoaded', start, { once: true });
  else start();
}

export const SCRIPTS_ID = 'scripts';

const PAINT_TIMEOUT_MS = 1000;

export const toCallSource = (
  run: { toString: () => string },
  ...values: readonly unknown[]
): string => `(${run.toString()})(${values.map((value) => JSON.stringify(value)).join(',')})`;

/** `isDrawn`: source of the expression for {@link releaseScripts}. */
export const buildScriptLoader = (isDrawn = 'true'): string =>
  `(${releaseScripts.toString()})(${isDrawn},${JSON.stringify(SCRIPTS_ID)},${PAINT_TIMEOUT_MS});\n`;
