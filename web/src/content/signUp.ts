/** The sign-up form asks for exactly these. */
export const SIGN_UP_FIELDS_TEXT =
  'Name, email, country, phone and a password. Telegram if you like.';

export const PHONE_HELP =
  'So that our support can reach you about your account. Members never see it.';
