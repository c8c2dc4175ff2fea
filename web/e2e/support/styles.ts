import type { Page } from '@playwright/test';

/** Icons carry their names as classes, which no stylesheet has. */
const ICON_CLASS = /^lucide(?:-|$)/;

/** The classes in the document that no loaded stylesheet has a rule for. */
export async function findUnstyledClasses(page: Page): Promise<string[]> {
  const classes = await page.evaluate(() => {
    const rules = [...document.styleSheets]
      .flatMap((sheet) => [...sheet.cssRules].map(({ cssText }) => cssText))
      .join('\n');
    const used = [...document.querySelectorAll('[class]')].flatMap((one) => [...one.classList]);
    return [...new Set(used)].filter((name) => !rules.includes(`.${CSS.escape(name)}`));
  });
  return classes.filter((name) => !ICON_CLASS.test(name));
}
