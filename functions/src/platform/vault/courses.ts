import type { Course } from '@quantalgo/contracts/vault/course';
import minuteByMinute from '../../courses/a-signal-minute-by-minute.md?raw';
import plan from '../../courses/a-plan-and-after-a-loss.md?raw';
import optionsPay from '../../courses/how-options-pay.md?raw';
import figures from '../../courses/reading-the-figures.md?raw';
import log from '../../courses/reading-the-log.md?raw';
import ladder from '../../courses/what-the-ladder-costs.md?raw';
import { buildCourseFigures } from '../../domain/vault/courseFigures';
import { parseCourse, insertFigures } from '../../domain/vault/courseText';
import { sha256 } from '../../domain/core/sha256';

export const COURSE_TEXTS: Readonly<Record<string, string>> = {
  'how-options-pay': optionsPay,
  'what-the-ladder-costs': ladder,
  'reading-the-figures': figures,
  'a-signal-minute-by-minute': minuteByMinute,
  'a-plan-and-after-a-loss': plan,
  'reading-the-log': log,
};

export interface Vault {
  readonly version: string;
  readonly courses: readonly Course[];
}

function readVault(): Vault {
  const values = buildCourseFigures();
  const courses = Object.entries(COURSE_TEXTS).map(([id, text]) =>
    parseCourse(id, insertFigures(text, values)),
  );
  return { version: sha256(JSON.stringify(courses)).slice(0, 16), courses };
}

let vault: Vault | undefined;

export const getVault = (): Vault => (vault ??= readVault());
