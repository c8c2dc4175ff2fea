import { PATHS } from '@quantalgo/contracts';
import { TextLink } from '../../../ui/Links';

/** The way out for members who came to sign up. */
export const AlreadyMember = () => (
  <p className="text-center text-sm text-muted">
    Already a member?{' '}
    <TextLink to={PATHS.login} className="inline-flex min-h-11 items-center">
      Log in
    </TextLink>
  </p>
);
