/** The sign-up form asks for exactly these. */
export const SIGN_UP_FIELDS_TEXT =
  'Name, email, country, phone and a password. Telegram is optional.';

export const PHONE_HELP =
  'So our support team can reach you about your account. Other members never see it. Start with + and your country code.';
