import {
  MAX_NEWS_PER_DAY,
  NEWS_AUDIENCES,
  type NewsAudience,
  newsSchema,
} from '@quantalgo/contracts/console/console';
import { adminNewsEndpoints } from '@quantalgo/contracts/console/endpoints';
import { useState } from 'react';
import type * as z from 'zod/mini';
import { useOnline } from '../../data/core/useOnline';
import { toFailureText } from '../../data/core/errors';
import { useForm } from '../../data/core/useForm';
import { useMutation } from '../../data/core/useMutation';
import { sendNews } from '../../data/console/console';
import { Panel } from '../../ui/Card';
import { Choices } from '../../ui/Choices';
import { TextField } from '../../ui/Field';
import { Notice } from '../../ui/Notice';
import { ConfirmSubmit } from './ConfirmSubmit';

interface NewsDraft {
  readonly title: string;
  readonly text: string;
  readonly to: string;
  readonly audience: NewsAudience;
}

const EMPTY_DRAFT: Readonly<Pick<NewsDraft, keyof NewsDraft>> = {
  title: '',
  text: '',
  to: '',
  audience: 'members',
};

const newsDraftSchema = {
  /** Omits an empty link. */
  safeParse({ to, ...news }: NewsDraft) {
    return newsSchema.safeParse({ ...news, ...(to.trim() !== '' && { to: to.trim() }) });
  },
};

/** Valid news, which still has to be confirmed. */
interface CheckedNews {
  readonly news: z.infer<typeof newsSchema>;
  readonly key: string;
  readonly isCurrent: () => boolean;
}

const AUDIENCE_TEXT: Readonly<Record<NewsAudience, string>> = {
  guests: 'Guests',
  members: 'Members',
  all: 'All',
};

const AUDIENCE_PHRASE: Readonly<Record<NewsAudience, string>> = {
  guests: 'all guests',
  members: 'all members with an unlocked dashboard',
  all: 'everyone',
};

export function SendNews() {
  const online = useOnline();
  const [checkedNews, setCheckedNews] = useState<CheckedNews | null>(null);
  const [isSent, setIsSent] = useState(false);
  const form = useForm(newsDraftSchema, {
    initial: EMPTY_DRAFT,
    onSubmit: (news, { isCurrent }) => {
      setCheckedNews({ news, key: crypto.randomUUID(), isCurrent });
      setIsSent(false);
    },
  });
  const { pending, failure, send } = useMutation(async ({ news, key, isCurrent }: CheckedNews) => {
    await sendNews(news, key);
    if (isCurrent()) form.reset();
    setCheckedNews(null);
    setIsSent(true);
  }, toFailureText(adminNewsEndpoints.sendNews));
  const { title, audience } = form.values;
  return (
    <Panel title="Send news">
      <form {...form.props} className="grid gap-4 px-4 pb-4">
        <p className="text-sm text-pretty text-muted">
          {`Sends a notification to the devices of members who turned on “Offers and news”, at most ${MAX_NEWS_PER_DAY} a day. It may be visible on a locked phone.`}
        </p>
        <TextField {...form.field('title')} label="Title" autoComplete="off" />
        <TextField {...form.field('text')} label="Text" autoComplete="off" />
        <TextField
          {...form.field('to')}
          label="Link"
          note="optional"
          placeholder="/dashboard"
          autoComplete="off"
        />
        <Choices
          {...form.control('audience')}
          label="To"
          options={NEWS_AUDIENCES}
          labels={AUDIENCE_TEXT}
        />
        {failure !== null && <Notice tone="error">{failure}</Notice>}
        {isSent && <Notice>The news is being sent.</Notice>}
        <ConfirmSubmit
          submit="Send"
          confirm="Send it"
          busyLabel={pending ? 'Sending…' : undefined}
          isConfirming={checkedNews !== null && form.done}
          disabled={!online}
          onConfirm={() => checkedNews && void send(checkedNews)}
          onCancel={() => setCheckedNews(null)}
        >
          {`“${title.trim()}” will be sent to ${AUDIENCE_PHRASE[audience]} who turned on news. This can’t be undone.`}
        </ConfirmSubmit>
      </form>
    </Panel>
  );
}
