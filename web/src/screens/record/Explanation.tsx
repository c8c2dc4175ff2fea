import { BRAND } from '../../core/brand';
import { NumberedPoints } from '../../ui/Lists';

export const VERIFY = {
  title: 'Verify the record',
  description: `On your own device, check every signal that ${BRAND.name} ever published: sealed before the outcome, revealed after, none changed, none left out.`,
  intro:
    'Every signal, outcome and missed slot is an entry in a public ledger. Your own device downloads all of it, checks each entry itself and recomputes the win rate. No account or trust needed.',
} as const;

const WHAT_IS_CHECKED = {
  title: 'What is checked',
  points: [
    {
      title: 'Nothing was changed',
      text: 'The entries are the leaves of a Merkle tree, whose root the site signs. Your device builds the whole tree: a change anywhere gives a different root.',
    },
    {
      title: 'Nothing was left out',
      text: 'Every five-minute slot is accounted for exactly once: a signal, a missed slot with its reason, or a closed market.',
    },
    {
      title: 'Sealed before, revealed after',
      text: 'A settlement must reveal exactly what was sealed before the entry time. A signal that isn’t revealed within 24 hours counts as lost.',
    },
    {
      title: 'Judged by the rules',
      text: 'Each outcome is judged again from the closing prices it names, and the rates are computed from these outcomes alone.',
    },
    {
      title: 'Recorded in time',
      text: 'A signal at most 90 seconds after its slot begins, a missed slot before its outcome is known, a closed market only when the calendar says so. Any violation is shown with its entry.',
    },
    {
      title: 'Not rewritten, not backdated',
      text: 'Whenever you visit, your device records the newest signed root. It warns you if the ledger no longer begins as recorded, or if a later entry claims to be older. If an outside authority is configured, it time-stamps every slot before its entry.',
    },
  ],
} as const;

const WHAT_IS_NOT = {
  title: 'What the check can’t show',
  points: [
    'That the closing prices match your broker’s. Compare them: they are in the ledger.',
    'What happened before your device first saw the ledger, beyond what the time-stamps prove.',
    'Who signed a time-stamp. This page only reads it; the command below checks its signature.',
    'That everyone is shown the same ledger. Compare its root with someone else’s.',
    'That a signal was not picked by hand. Only the strategy’s fingerprint is sealed.',
  ],
} as const;

const BY_COMMAND = {
  title: 'Without this page',
  text: 'The same checks in one file of plain JavaScript. It needs only Node 18. Read it before you trust it.',
  file: '/verify-ledger.mjs',
  link: 'Read verify-ledger.mjs',
  command: 'node verify-ledger.mjs <address of this site>',
} as const;

const LINK_CLASS =
  'inline-flex min-h-11 items-center font-semibold underline decoration-line underline-offset-4 hover:decoration-current';

const Checked = () => (
  <section className="mt-12">
    <h2 className="text-lg">{WHAT_IS_CHECKED.title}</h2>
    <NumberedPoints points={WHAT_IS_CHECKED.points} className="mt-4 gap-4" />
  </section>
);

const NotChecked = () => (
  <section className="mt-12">
    <h2 className="text-lg">{WHAT_IS_NOT.title}</h2>
    <ul className="mt-4 grid list-disc gap-2 pl-5 text-sm text-muted marker:text-faint">
      {WHAT_IS_NOT.points.map((text) => (
        <li key={text}>{text}</li>
      ))}
    </ul>
  </section>
);

const ByCommand = () => (
  <section className="mt-12">
    <h2 className="text-lg">{BY_COMMAND.title}</h2>
    <p className="mt-3 text-sm text-muted">{BY_COMMAND.text}</p>
    <p className="mt-3 overflow-x-auto rounded-lg border border-line bg-sunk px-4 py-3 text-sm">
      <code>{BY_COMMAND.command}</code>
    </p>
    <p className="mt-1 text-sm">
      <a href={BY_COMMAND.file} className={LINK_CLASS}>
        {BY_COMMAND.link}
      </a>
    </p>
  </section>
);

export const Explanation = () => (
  <>
    <Checked />
    <NotChecked />
    <ByCommand />
  </>
);
