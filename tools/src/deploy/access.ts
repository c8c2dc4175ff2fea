import { type DeployCheck } from './deployment';

/** A rule that lets somebody in: the path it is of, what it allows and under which condition. */
interface Allow {
  readonly path: string;
  readonly operations: string;
  readonly condition: string;
}

const squeezed = (text: string): string => text.replace(/\s+/g, ' ').trim();

/** The `allow` statements of a rules file, with the path of the innermost match that holds each. */
export function allowsOf(rules: string): Allow[] {
  const bare = rules.replace(/\/\/.*$/gm, '');
  const token =
    /match\s+(\/[^\s{]*(?:\{[^}]*\}[^\s{]*)*)\s*\{|allow\s+([^:;]+)(?::\s*if\s+([^;]+))?;|function[^{]*\{|service[^{]*\{|\{|\}/g;
  const open: string[] = [];
  const allows: Allow[] = [];
  for (const [text, path, operations, condition] of bare.matchAll(token)) {
    if (operations !== undefined)
      allows.push({
        path: open.join(''),
        operations: squeezed(operations),
        condition: squeezed(condition ?? 'true'),
      });
    else if (text === '}') open.pop();
    else open.push(path ?? '');
  }
  return allows;
}

const OWN_OR_STAFF = 'isSelf(resource.data.uid) || isStaff()';

/** Who may read what, as it was reviewed. Whoever changes a rule changes this list too, and says why. */
const REVIEWED = [
  'users/{uid} get: isSelf(uid) || isStaff()',
  'users/{uid} list: isStaff()',
  "signals/{slot} read: isEssential() || (resource.data.audience == 'basic' && isMember())",
  'stats/performance get: isMember()',
  'status/heartbeat get: isMember()',
  `proofs/{id} read: ${OWN_OR_STAFF}`,
  `setups/{id} read: ${OWN_OR_STAFF}`,
  `tickets/{id} read: ${OWN_OR_STAFF}`,
  'accessEvents/{id} read: isStaff()',
] as const;

const ROOT = '/databases/{database}/documents/';

const told = ({ path, operations, condition }: Allow): string =>
  `${path.replace(ROOT, '')} ${operations}: ${condition}`;

/** What functions of the rules must ask, so that no token alone opens anything. */
const ASKED = [
  "request.auth.token.get('staff', false) == true && live().staff == true",
  'live().dashboardUnlocked == true',
  'live().tier in tiers',
  "!('endedAt' in get(device()).data)",
] as const;

export const ACCESS_CHECKS: readonly DeployCheck[] = [
  {
    says: 'Firestore lets nobody in but as it was reviewed, and nobody write',
    problems: ({ firestoreRules }) => {
      const allows = allowsOf(firestoreRules).map(told);
      const reviewed: readonly string[] = REVIEWED;
      const opened = allows.filter((allow) => !reviewed.includes(allow));
      const closed = reviewed.filter((allow) => !allows.includes(allow));
      return [
        ...opened.map((allow) => `Not reviewed: ${allow}`),
        ...closed.map((allow) => `Gone: ${allow}`),
      ];
    },
  },
  {
    says: 'The live record decides beside the token',
    problems: ({ firestoreRules }) =>
      ASKED.filter((asked) => !squeezed(firestoreRules).includes(asked)).map(
        (asked) => `firestore.rules does not ask ${asked}`,
      ),
  },
  {
    says: 'Storage takes new files of their owner alone, and shows them to staff alone',
    problems: ({ storageRules }) =>
      allowsOf(storageRules).flatMap(({ path, operations, condition }) => {
        const isUpload =
          operations === 'create' && /^isOwner\(uid\) && isNewFile\(\w+\)/.test(condition);
        const isReview = operations === 'read' && condition === 'isStaff()';
        return isUpload || isReview ? [] : [`Not reviewed: ${path} ${operations}: ${condition}`];
      }),
  },
];
