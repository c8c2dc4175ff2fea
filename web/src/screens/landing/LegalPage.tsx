import type { ReactNode } from 'react';
import { CHANNELS, CONTACTS } from '../../content/contacts';
import { Button } from '../../ui/Button';
import { CONTROL_CLASS } from '../../ui/Field';
import { ExternalLink } from '../../ui/Links';
import { SiteFooter, SiteHeader, SkipLink, Width } from './Frame';
import type { LegalText } from './legalTexts';
import { live } from './live/elements';

/** Terms, privacy or risk in full. */
export const LegalPage = ({ text: { title, intro, updated, sections } }: { text: LegalText }) => (
  <TextPage title={title} intro={intro}>
    {sections.map(({ heading, paragraphs, points = [] }) => (
      <section key={heading} className="mt-10">
        <h2 className="text-lg">{heading}</h2>
        {paragraphs.map((paragraph) => (
          <p key={paragraph} className="mt-3 text-muted">
            {paragraph}
          </p>
        ))}
        <Points points={points} />
      </section>
    ))}
    <p className="mt-12 text-sm text-faint">Last changed on {updated}.</p>
  </TextPage>
);

const Channels = () => (
  <ul className="mt-10 divide-y divide-line-soft rounded-lg border border-line bg-raised">
    {CHANNELS.map(({ name, purpose, url, handle }) => (
      <li
        key={url}
        className="flex flex-wrap items-center justify-between gap-x-6 gap-y-1 p-4 lg:px-5"
      >
        <div className="min-w-0">
          <h2 className="text-base">{name}</h2>
          <p className="text-sm text-muted">{purpose}</p>
        </div>
        <ExternalLink
          href={url}
          className="inline-flex min-h-11 items-center font-semibold underline decoration-line underline-offset-4 hover:decoration-current"
        >
          {handle}
        </ExternalLink>
      </li>
    ))}
  </ul>
);

/** The only channels there are, and how to tell who is none of ours. */
export const ContactsPage = () => (
  <TextPage title={CONTACTS.title} intro={CONTACTS.intro}>
    <Channels />
    <HandleCheck />
    <section className="mt-10">
      <h2 className="text-lg">{CONTACTS.rules.title}</h2>
      <Points points={CONTACTS.rules.points} />
    </section>
  </TextPage>
);

const { check } = CONTACTS;

/** Compares a handle with ours, in the browser alone. The page's script shows it. */
const HandleCheck = () => (
  <form
    {...live('handle-form')}
    hidden
    noValidate
    className="mt-6 rounded-lg border border-line bg-sunk p-4 lg:p-5"
  >
    <h2 className="text-base">{check.title}</h2>
    <label htmlFor="handle" className="mt-3 block text-sm font-semibold">
      {check.label}
    </label>
    <div className="mt-2 flex flex-wrap gap-3">
      <input
        id="handle"
        name="handle"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        aria-describedby="handle-help handle-verdict"
        className={`${CONTROL_CLASS} min-w-0 flex-1 basis-56`}
      />
      <Button type="submit" className="max-sm:w-full">
        {check.action}
      </Button>
    </div>
    <p id="handle-help" className="mt-2 text-sm text-muted">
      {check.help}
    </p>
    <p
      id="handle-verdict"
      role="status"
      {...live('handle-verdict')}
      className="mt-2 text-sm font-semibold empty:hidden data-[official=false]:text-put data-[official=true]:text-call"
    />
  </form>
);

/** A page to be read: one column of a comfortable width. */
export const TextPage = ({
  title,
  intro,
  children,
}: {
  title: string;
  intro: string;
  children: ReactNode;
}) => (
  <div className="flex min-h-dvh flex-col">
    <SkipLink />
    <SiteHeader />
    <main id="main" tabIndex={-1} className="flex-1">
      <Width className="pt-8 pb-20 lg:pt-14">
        <div className="max-w-2xl">
          <h1 className="text-2xl tracking-[-0.03em]">{title}</h1>
          <p className="mt-4 text-base text-muted lg:text-lg">{intro}</p>
          {children}
        </div>
      </Width>
    </main>
    <SiteFooter />
  </div>
);

/** A list of sentences; nothing where there are none. */
const Points = ({ points }: { points: readonly string[] }) =>
  points.length > 0 && (
    <ul className="mt-3 grid list-disc gap-2 pl-5 text-muted marker:text-faint">
      {points.map((point) => (
        <li key={point} className="pl-1">
          {point}
        </li>
      ))}
    </ul>
  );
