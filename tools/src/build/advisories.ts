import * as z from 'zod/mini';

const advisorySchema = z.object({
  name: z.string(),
  severity: z.string(),
  title: z.string(),
  url: z.string(),
  range: z.string(),
});
type Advisory = z.infer<typeof advisorySchema>;

/**
 * Output of `npm audit --json`. `via` holds a package's own advisories and the names of its
 * vulnerable dependencies.
 */
const reportSchema = z.object({
  vulnerabilities: z.record(
    z.string(),
    z.object({ via: z.array(z.union([z.string(), advisorySchema])) }),
  ),
  metadata: z.object({ vulnerabilities: z.record(z.string(), z.number()) }),
});

const acceptedSchema = z.array(
  z.strictObject({ id: z.string(), reason: z.string().check(z.minLength(1)), until: z.iso.date() }),
);

const BLOCKING_SEVERITIES = ['high', 'critical'];

type AcceptedAdvisories = z.infer<typeof acceptedSchema>;

export const parseAccepted = (text: string): AcceptedAdvisories =>
  acceptedSchema.parse(JSON.parse(text));

/**
 * Finds high and critical advisories that aren't accepted, and counts packages by severity.
 * @param today ISO 8601 date
 * @returns null if the registry didn't respond
 */
export function judgeAudit(output: string, accepted: AcceptedAdvisories, today: string) {
  const report = reportSchema.safeParse(parseJson(output));
  if (!report.success) return null;
  const { vulnerabilities, metadata } = report.data;
  const isAccepted = ({ url }: Advisory) =>
    accepted.some(({ id, until }) => url.endsWith(`/${id}`) && today <= until);
  const advisories = Object.values(vulnerabilities)
    .flatMap(({ via }) => via)
    .filter((one) => typeof one !== 'string')
    .filter((one) => BLOCKING_SEVERITIES.includes(one.severity) && !isAccepted(one));
  const open = [...new Map(advisories.map((one) => [`${one.name} ${one.url}`, one])).values()];
  return { open, counts: metadata.vulnerabilities };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
