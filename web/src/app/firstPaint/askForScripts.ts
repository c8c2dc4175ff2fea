/**
 * Inserts the page's scripts from their template once its content is painted.
 *
 * The build embeds its source text, so it must not refer to anything outside itself.
 * @param isDrawn false if the page shows nothing before its scripts run
 * @param id of the template
 * @param timeoutMs how long to wait for a paint, because hidden pages are never painted
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

/** @param isDrawn source text of the argument for {@link releaseScripts} */
export const buildScriptLoader = (isDrawn = 'true'): string =>
  `(${releaseScripts.toString()})(${isDrawn},${JSON.stringify(SCRIPTS_ID)},${PAINT_TIMEOUT_MS});\n`;
