import { PATHS } from '@quantalgo/contracts';

export const STEPS = ['welcome', 'details', 'confirm'] as const;
/** The parameter of the address that names the step. */
export const STEP_PARAMETER = 'step';

export type Step = (typeof STEPS)[number];

/** The step that the address names; the first where it names none. */
export const stepOf = (parameters: URLSearchParams): Step =>
  STEPS.find((step) => step === parameters.get(STEP_PARAMETER)) ?? 'welcome';

/** Where a step is. */
export const pathOf = (step: Step): string =>
  step === 'welcome' ? PATHS.signUp : `${PATHS.signUp}?${STEP_PARAMETER}=${step}`;
