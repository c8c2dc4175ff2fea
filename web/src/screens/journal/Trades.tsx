import { LEVELS } from '@quantalgo/contracts';
import { Button } from '../../ui/Button';
import { TextField } from '../../ui/Field';
import type { Typed, TypedTrade } from './form';

const TRADE_LABELS = {
  level: 'Level',
  stake: 'Stake, $',
  price: 'Broker’s price',
  close: 'Broker’s close',
} as const;

type TradeField = keyof typeof TRADE_LABELS;

const TRADE_FIELDS: readonly TradeField[] = ['level', 'stake', 'price', 'close'];

function TradeFields({
  trade,
  number,
  errorAt,
  onType,
  onRemove,
}: {
  trade: TypedTrade;
  number: number;
  errorAt: (field: string) => string | undefined;
  onType: (field: TradeField, text: string) => void;
  onRemove: () => void;
}) {
  return (
    <fieldset className="grid gap-3 rounded-lg border border-line p-3">
      <legend className="px-1 text-xs text-muted">Trade {number + 1}</legend>
      <div className="grid grid-cols-2 gap-3">
        {TRADE_FIELDS.map((field) => (
          <TextField
            key={field}
            label={TRADE_LABELS[field]}
            inputMode="decimal"
            autoComplete="off"
            value={trade[field]}
            onChange={({ target }) => onType(field, target.value)}
            error={errorAt(field)}
          />
        ))}
      </div>
      <Button
        size="small"
        look="quiet"
        className="-mb-2 -ml-4 justify-self-start"
        onClick={onRemove}
      >
        Remove this trade
      </Button>
    </fieldset>
  );
}

const nextLevel = (trades: readonly TypedTrade[]): string =>
  String(Math.max(-1, ...trades.map(({ level }) => Number(level) || 0)) + 1);

/** The trades of an entry as they are typed, one for each level at most. */
export function Trades({
  trades,
  errorAt,
  onChange,
}: {
  trades: Typed['trades'];
  errorAt: (field: string) => string | undefined;
  onChange: (trades: Typed['trades']) => void;
}) {
  const type = (index: number, next: Partial<TypedTrade>) =>
    onChange(trades.map((one, place) => (place === index ? { ...one, ...next } : one)));
  const add = () =>
    onChange([...trades, { level: nextLevel(trades), stake: '', price: '', close: '', at: null }]);
  return (
    <>
      {trades.map((trade, index) => (
        <TradeFields
          key={`trade-${index}`}
          trade={trade}
          number={index}
          errorAt={(field) => errorAt(`trades.${index}.${field}`)}
          onType={(field, text) => type(index, { [field]: text })}
          onRemove={() => onChange(trades.filter((_, place) => place !== index))}
        />
      ))}
      {trades.length < LEVELS.length && (
        <Button size="small" className="justify-self-start" onClick={add}>
          Add a trade
        </Button>
      )}
    </>
  );
}
