import { useState } from 'react';
import { Button } from '../src/ui/Button';
import { Card, Figures, Panel } from '../src/ui/Card';
import { Chip, type ChipTone, SampleTag } from '../src/ui/Chip';
import { Dialog } from '../src/ui/Dialog';
import { CheckList, Faq } from '../src/ui/Lists';
import { Skeleton, Spinner } from '../src/ui/Loading';
import { LockedFeature } from '../src/ui/LockedScreen';
import { Notice, type NoticeTone } from '../src/ui/Notice';
import { Ranking } from '../src/ui/Ranking';
import { MotionToggle, SampleSignals } from '../src/ui/SampleSignals';
import { Tooltip } from '../src/ui/Tooltip';
import { Buttons, Family, Fields, Forms, Foundations, Instruments, Specimen } from './Elements';

const THEMES = [
  { name: 'Dark', scheme: 'dark' },
  { name: 'Light', scheme: 'light' },
] as const;

/** Every primitive in every state, in both themes. For developers; not deployed. */
const Styleguide = () => (
  <main className="grid min-h-dvh xl:grid-cols-2">
    <h1 className="sr-only">Style guide</h1>
    {THEMES.map(({ name, scheme }) => (
      <section
        key={name}
        aria-label={name}
        style={{ colorScheme: scheme }}
        className="grid min-w-0 content-start gap-10 bg-ink p-6 text-text lg:p-10"
      >
        <h2 className="text-xl tracking-tight">{name}</h2>
        <Foundations />
        <Buttons />
        <Fields />
        <Forms />
        <Words />
        <Instruments />
        <Layouts />
        <Overlays />
      </section>
    ))}
  </main>
);

const FIGURES = [
  { label: 'Members', value: '247' },
  { label: 'Average win rate', value: '84%', note: 'marketing claim' },
];

const TRADERS = [
  { name: 'Amara K.', status: 'online', profit: '+$7,130', trades: 142, winRate: 89 },
  { name: 'Grace W.', status: 'away', profit: '+$5,980', trades: 131, winRate: 87 },
] as const;

const QUESTIONS = [
  { question: 'Is there a subscription?', answer: 'No. The money stays yours, with the broker.' },
];

const SLOT = Date.UTC(2026, 10, 20, 13, 5);

const SIGNALS = [
  { pair: 'EUR/USD', direction: 'CALL', confidence: 91, from: SLOT, to: SLOT + 300_000 },
  { pair: 'GBP/USD', direction: 'PUT', confidence: 88, from: SLOT, to: SLOT + 300_000 },
] as const;

function Moving() {
  const [running, setRunning] = useState(true);
  return <MotionToggle running={running} onToggle={() => setRunning(!running)} />;
}

const Layouts = () => (
  <Family title="Parts of screens">
    <Specimen name="Panel, with figures">
      <Panel title="Today" aside={<SampleTag />}>
        <Figures figures={FIGURES} className="border-t border-line-soft" />
      </Panel>
    </Specimen>
    <Specimen name="Panel, with a ranking">
      <Panel title="Leaderboard" aside={<Chip>This week</Chip>}>
        <Ranking caption="Traders by profit" traders={TRADERS} />
      </Panel>
    </Specimen>
    <Specimen name="Panel, with questions">
      <Panel title="Frequently asked questions">
        <Faq questions={QUESTIONS} />
      </Panel>
    </Specimen>
    <Specimen name="Panel, with sample signals">
      <Panel title="Earlier" aside={<SampleTag />}>
        <SampleSignals signals={SIGNALS} />
      </Panel>
    </Specimen>
    <Specimen name="What is included">
      <CheckList items={['Every signal', 'Your history, offline']} />
    </Specimen>
    <Specimen name="What moves by itself, and can be stopped">
      <Moving />
    </Specimen>
  </Family>
);

const CHIPS = [
  'neutral',
  'good',
  'bad',
  'warning',
  'flat',
  'faint',
] as const satisfies readonly ChipTone[];

const NOTICES = ['information', 'warning', 'error'] as const satisfies readonly NoticeTone[];

const Words = () => (
  <Family title="States">
    <Specimen name="Chips, and the tag of sample content">
      <div className="flex flex-wrap gap-2">
        {CHIPS.map((tone) => (
          <Chip key={tone} tone={tone}>
            {tone}
          </Chip>
        ))}
        <SampleTag />
      </div>
    </Specimen>
    <Specimen name="Being read, at work">
      <div className="grid gap-2">
        <Skeleton className="h-8 w-24" />
        <Skeleton className="h-4 w-full" />
        <Spinner />
      </div>
    </Specimen>
    {NOTICES.map((tone) => (
      <Specimen key={tone} name={`Notice, ${tone}`}>
        <Notice tone={tone} actions={<Button size="small">Do it</Button>}>
          A sentence that the reader should know now.
        </Notice>
      </Specimen>
    ))}
  </Family>
);

function Dialogs() {
  const [place, setPlace] = useState<'centre' | 'right' | null>(null);
  return (
    <div className="flex gap-3">
      <Button onClick={() => setPlace('centre')}>Open in the middle</Button>
      <Button onClick={() => setPlace('right')}>Open at the side</Button>
      <Dialog
        open={place !== null}
        onClose={() => setPlace(null)}
        label="An example"
        place={place ?? 'centre'}
      >
        <div className="grid gap-4 p-5">
          <p>Escape closes it, and the focus goes back.</p>
          <Button onClick={() => setPlace(null)}>Close</Button>
        </div>
      </Dialog>
    </div>
  );
}

const Overlays = () => (
  <Family title="Overlays">
    <Specimen name="Dialog">
      <Dialogs />
    </Specimen>
    <Specimen name="Tooltip, on hover and focus">
      <Tooltip text="Unlock with funded account">
        {(describedBy) => <Button aria-describedby={describedBy}>Locked</Button>}
      </Tooltip>
    </Specimen>
    <Specimen name="Locked">
      <LockedFeature
        title="Unlock with funded account"
        description="The real layout stands behind it, blurred."
        features={['What it holds']}
        actions={<Button variant="primary">Set up my account</Button>}
        preview={<Card className="h-96 p-4 text-2xl font-semibold">EUR/USD</Card>}
      />
    </Specimen>
  </Family>
);

export default Styleguide;
