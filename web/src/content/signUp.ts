/** What happens between a visitor and an open dashboard, told before the form. */
export const SIGN_UP_STEPS = [
  { title: 'Create your account', text: 'Name, email, phone and a password. One minute.' },
  { title: 'Confirm your email', text: 'We mail you a code of seven characters.' },
  {
    title: 'Link your trading account',
    text: 'Your trader ID and a screenshot. You can do that later, too.',
  },
] as const;
