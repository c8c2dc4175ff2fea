/** Named after what they jump over. */
export const JUMPING_FORMS = ['weekend', 'dst', 'month'] as const;

export type JumpingForm = (typeof JUMPING_FORMS)[number];

const createJumpForm = (form: JumpingForm) => ({ FORM: form, HOURS: '2', BROWSERS: '0' });

export const FORMS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  whole: {},
  short: { HOURS: '2' },
  ...Object.fromEntries(JUMPING_FORMS.map((form) => [form, createJumpForm(form)])),
};
