import { CHANNELS, CONTACTS } from '../../../content/contacts';
import { ExternalLink } from '../../../ui/Links';
import { HandleCheck } from './HandleCheck';
import { Points } from './Points';
import { TextPage } from './TextPage';

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
