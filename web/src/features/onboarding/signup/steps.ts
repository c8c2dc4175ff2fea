import { PATHS } from '@quantalgo/contracts';

export const STEPS = ['welcome', 'details', 'confirm'] as const;
export type Step = (typeof STEPS)[number];

/** The step that the address names; the first where it names none. */
export const stepOf = (parameters: URLSearchParams): Step =>
  STEPS.find((step) => step === parameters.get('step')) ?? 'welcome';

/** Where a step is. */
export const pathOf = (step: Step): string =>
  step === 'welcome' ? PATHS.signUp : `${PATHS.signUp}?step=${step}`;
