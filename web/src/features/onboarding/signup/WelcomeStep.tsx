import { BRAND } from '@quantalgo/contracts';
import { SIGN_UP_STEPS } from '../../../content/signUp';
import { LinkButton } from '../../../ui/Links';
import { PageHeading } from '../../../ui/Heading';
import { AlreadyMember } from './AlreadyMember';
import { pathOf } from './steps';

/** What signing up means, before anything is asked. */
export const WelcomeStep = () => (
  <>
    <div className="grid gap-2">
      <PageHeading className="text-xl!">Welcome to {BRAND.name}</PageHeading>
      <p className="text-muted">Free to join. No card, no subscription: your funds stay yours.</p>
    </div>
    <ol className="grid">
      {SIGN_UP_STEPS.map(({ title, text }, index) => (
        <li key={title} className="flex gap-4 border-t border-line-soft py-4">
          <span
            aria-hidden
            className="grid size-7 shrink-0 place-content-center rounded-full bg-line text-sm font-semibold tabular-nums"
          >
            {index + 1}
          </span>
          <p className="text-sm text-muted">
            <span className="block text-base font-semibold text-text">{title}</span>
            {text}
          </p>
        </li>
      ))}
    </ol>
    <LinkButton to={pathOf('details')} look="primary">
      Get started
    </LinkButton>
    <AlreadyMember />
  </>
);
