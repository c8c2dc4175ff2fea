import {
  MAX_NEWS_PER_DAY,
  NEWS_AUDIENCES,
  type NewsAudience,
  newsSchema,
} from '@quantalgo/contracts/console/console';
import { adminNewsEndpoints } from '@quantalgo/contracts/console/endpoints';
import { type SubmitEvent, useState } from 'react';
import { useOnline } from '../../data/core/useOnline';
import { toFailureText } from '../../data/core/errors';
import { useMutation } from '../../data/core/useMutation';
import { sendNews } from '../../data/console/console';
import { Panel } from '../../ui/Card';
import { Choices } from '../../ui/Choices';
import { TextField } from '../../ui/Field';
import { Notice } from '../../ui/Notice';
import { ConfirmSubmit } from './ConfirmSubmit';

const FIELDS = ['title', 'text', 'to'] as const;

type FieldName = (typeof FIELDS)[number];

const LABELS: Readonly<Record<FieldName, string>> = {
  title: 'Title',
  text: 'Text',
  to: 'Leads to',
};

const EMPTY: Readonly<Record<FieldName, string>> = { title: '', text: '', to: '' };

const AUDIENCE_TEXT: Readonly<Record<NewsAudience, string>> = {
  guests: 'Guests',
  members: 'Members',
  all: 'All',
};

const AUDIENCE_PHRASE: Readonly<Record<NewsAudience, string>> = {
  guests: 'all guests',
  members: 'all members with an open dashboard',
  all: 'everybody',
};

export function SendNews() {
  const online = useOnline();
  const [draft, setDraft] = useState(EMPTY);
  const [audience, setAudience] = useState<NewsAudience>('members');
  const [errors, setErrors] = useState<Partial<Record<FieldName, string | undefined>>>({});
  /** Idempotency key of the news to confirm; null while it is being edited. */
  const [key, setKey] = useState<string | null>(null);
  const [isSent, setIsSent] = useState(false);
  const { pending, failure, send } = useMutation(async (idempotencyKey: string) => {
    await sendNews(newsSchema.parse(toNews(draft, audience)), idempotencyKey);
    setDraft((current) => (current === draft ? EMPTY : current));
    setKey(null);
    setIsSent(true);
  }, toFailureText(adminNewsEndpoints.sendNews));
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    const { error } = newsSchema.safeParse(toNews(draft, audience));
    const findMessage = (name: FieldName) =>
      error?.issues.find(({ path }) => path[0] === name)?.message;
    const fieldErrors = FIELDS.map((name) => [name, findMessage(name)] as const);
    setErrors(Object.fromEntries(fieldErrors));
    setKey(error ? null : crypto.randomUUID());
    setIsSent(false);
  };
  const field = (name: FieldName) => ({
    name,
    label: LABELS[name],
    value: draft[name],
    error: errors[name],
    autoComplete: 'off',
    onChange: ({ target }: { target: { value: string } }) => {
      setDraft({ ...draft, [name]: target.value });
      setErrors({ ...errors, [name]: undefined });
      setKey(null);
    },
  });
  return (
    <Panel title="Send news">
      <form noValidate onSubmit={submit} className="grid gap-4 px-4 pb-4">
        <p className="text-sm text-pretty text-muted">
          {`A notification to the devices of members who turned on “Offers and news”, at most ${MAX_NEWS_PER_DAY} a day. It may be read on a locked phone.`}
        </p>
        <TextField {...field('title')} />
        <TextField {...field('text')} />
        <TextField {...field('to')} note="optional" placeholder="/dashboard" />
        <Choices
          label="To"
          options={NEWS_AUDIENCES}
          labels={AUDIENCE_TEXT}
          value={audience}
          onChange={(chosen) => {
            setAudience(chosen);
            setKey(null);
          }}
        />
        {failure !== null && <Notice tone="error">{failure}</Notice>}
        {isSent && <Notice>The news is being sent.</Notice>}
        <ConfirmSubmit
          submit="Send"
          confirm="Send it"
          busyLabel={pending ? 'Sending…' : undefined}
          isConfirming={key !== null}
          disabled={!online}
          onConfirm={() => key !== null && void send(key)}
          onCancel={() => setKey(null)}
        >
          {`“${draft.title.trim()}” goes to ${AUDIENCE_PHRASE[audience]} who want news. It can’t be undone.`}
        </ConfirmSubmit>
      </form>
    </Panel>
  );
}

/** Omits an empty link. */
const toNews = ({ title, text, to }: typeof EMPTY, audience: NewsAudience) => ({
  title,
  text,
  audience,
  ...(to.trim() !== '' && { to: to.trim() }),
});
