import { useId, useState, type SubmitEvent } from 'react';
import { CONFIGURATION_NOTE, RISK_LEVELS, TRADE_SIZES } from '../../content/botAccess';
import { Button } from '../../ui/Button';
import { Choices } from '../../ui/Choices';
import { Panel } from '../../ui/Card';
import { SampleTag } from '../../ui/Chip';
import { TextField } from '../../ui/Field';

/** How a bot would be set. Nothing is sent: the form says so when it is saved. */
export function Configuration() {
  const [risk, setRisk] = useState<(typeof RISK_LEVELS)[number]>('Moderate');
  const [size, setSize] = useState<(typeof TRADE_SIZES)[number]>('$50');
  const [most, setMost] = useState('3');
  const [saved, setSaved] = useState(false);
  const note = useId();
  const save = (event: SubmitEvent) => {
    event.preventDefault();
    setSaved(true);
  };
  return (
    <Panel title="Configuration" aside={<SampleTag />}>
      <form
        onSubmit={save}
        onChange={() => setSaved(false)}
        aria-describedby={note}
        className="grid gap-4 border-t border-line-soft p-4"
      >
        <Choices
          label="Risk level"
          labelled
          options={RISK_LEVELS}
          value={risk}
          onChange={setRisk}
        />
        <TextField
          label="Max trades"
          help="Open at the same time, 1 to 10."
          type="number"
          inputMode="numeric"
          min={1}
          max={10}
          required
          value={most}
          onChange={({ target }) => setMost(target.value)}
        />
        <Choices
          label="Trade size"
          labelled
          options={TRADE_SIZES}
          value={size}
          onChange={setSize}
        />
        <Button type="submit">Save configuration</Button>
        <p id={note} className="text-xs text-muted">
          {CONFIGURATION_NOTE}
        </p>
        <p role="status" className="text-sm empty:hidden">
          {saved && 'Kept on this screen only. Nothing was sent.'}
        </p>
      </form>
    </Panel>
  );
}
