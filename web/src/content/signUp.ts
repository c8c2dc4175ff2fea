/** The sign-up form asks for exactly these; Telegram is optional. */
export const SIGN_UP_FIELDS_TEXT =
  'Name, email, country, phone and a password. Telegram if you like.';

export const PHONE_HELP =
  'Our support calls or writes to this number if your proof can’t be matched to you. It isn’t shown to anyone else.';
