const dollars = (amount: number) =>
  `$${amount.toLocaleString('en-US', { minimumFractionDigits: Number.isInteger(amount) ? 0 : 2 })}`;

/** What is, or was, handed in. */
export const SetupFacts = ({
  brokerAccount,
  depositAmount,
  path,
}: {
  brokerAccount: string;
  /** Dollars. */
  depositAmount: number;
  path: string;
}) => (
  <dl className="grid gap-px overflow-hidden rounded-lg border border-line bg-line text-sm sm:grid-cols-3">
    {[
      { label: 'Broker account', value: brokerAccount },
      { label: 'Deposit', value: dollars(depositAmount) },
      { label: 'Access path', value: path },
    ].map(({ label, value }) => (
      <div key={label} className="bg-raised px-4 py-3">
        <dt className="text-xs text-muted">{label}</dt>
        <dd className="font-semibold wrap-anywhere tabular-nums">{value}</dd>
      </div>
    ))}
  </dl>
);
