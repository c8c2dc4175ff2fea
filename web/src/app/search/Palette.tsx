import { MINUTE_MS } from '@quantalgo/contracts/core/time';
import type { User } from '@quantalgo/contracts/account/member';
import { EMPTY_LEARNING } from '@quantalgo/contracts/vault/learning';
import {
  Activity,
  ChevronRight,
  FileCheck,
  GraduationCap,
  History,
  LayoutDashboard,
  LifeBuoy,
  Lock,
  type LucideIcon,
  ScrollText,
  Search,
  Settings,
  User as Person,
  Zap,
} from 'lucide-react';
import {
  createElement,
  type KeyboardEvent,
  useEffect,
  useId,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { SEARCH_TEXTS } from '../../content/searchIndex';
import { useZone } from '../../core/zone';
import { useMember } from '../../data/auth/currentSession';
import { useNow } from '../../data/core/clock';
import { useOnline } from '../../data/core/useOnline';
import { earlyText } from '../../data/search/earlyText';
import {
  type EntryIcon,
  NO_STAFF_RESULTS,
  type SearchEntry,
  type StaffResults,
} from '../../data/search/entry';
import { useSearches } from '../../data/search/recent';
import { useDigests } from '../../data/signals/useDigests';
import { useStoredVault } from '../../data/vault/vault';
import { lazyComponent } from '../../ui/lazyComponent';
import { useBackdropPress } from '../../ui/useBackdropPress';
import { SCREEN_ICONS } from '../shell/screenIcons';
import type { ScreenPath } from '../screenTable';
import { findEntries, listStartEntries, type RankedEntry } from './entries';
import { matchQuery, splitTitle } from './match';
import { useChoosing } from './useChoosing';

/** The service worker doesn't cache files below `console/`. */
const StaffSearch = lazyComponent(
  async () => (await import('../../screens/console/StaffSearch')).StaffSearch,
);

const ICONS: Readonly<Record<EntryIcon, LucideIcon>> = {
  screen: LayoutDashboard,
  signal: Activity,
  lesson: GraduationCap,
  setting: Settings,
  action: Zap,
  help: LifeBuoy,
  recent: History,
  member: Person,
  proof: FileCheck,
  audit: ScrollText,
};

const isScreenPath = (path: string | undefined): path is ScreenPath =>
  path !== undefined && Object.hasOwn(SCREEN_ICONS, path);

function getIcon({ icon, to }: SearchEntry): LucideIcon {
  const path = to?.split('?')[0];
  return icon === 'screen' && isScreenPath(path) ? SCREEN_ICONS[path] : ICONS[icon];
}

const ResultIcon = ({ entry }: { entry: SearchEntry }) =>
  createElement(getIcon(entry), {
    size: 18,
    'aria-hidden': true,
    className: 'shrink-0 text-muted',
  });

const Key = ({ children }: { children: string }) => (
  <kbd className="rounded-sm border border-edge px-1.5 font-sans text-xs font-semibold text-muted">
    {children}
  </kbd>
);

const Title = ({ entry: { title, ranges } }: { entry: RankedEntry }) => (
  <span className="block text-sm font-semibold text-text lg:truncate">
    {splitTitle(title, ranges).map(({ text, isMatch }, index) =>
      isMatch ? (
        <mark
          key={index}
          className="bg-transparent text-text underline decoration-accent decoration-2 underline-offset-4"
        >
          {text}
        </mark>
      ) : (
        <span key={index}>{text}</span>
      ),
    )}
  </span>
);

const Option = ({
  id,
  entry,
  isActive,
  isArmed,
  onPoint,
  onChoose,
}: {
  id: string;
  entry: RankedEntry;
  isActive: boolean;
  isArmed: boolean;
  onPoint: () => void;
  onChoose: () => void;
}) => {
  const option = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isActive) option.current?.scrollIntoView({ block: 'nearest' });
  }, [isActive]);
  const detail = isArmed ? entry.confirmPrompt : entry.detail;
  return (
    <div
      ref={option}
      id={id}
      role="option"
      aria-selected={isActive}
      tabIndex={-1}
      onPointerMove={onPoint}
      onClick={({ detail: clicks }) => {
        if (clicks < 2) onChoose();
      }}
      onKeyDown={() => undefined}
      className="flex min-h-13 cursor-pointer items-center gap-3 px-4 py-1.5 aria-selected:bg-line-soft"
    >
      <ResultIcon entry={entry} />
      <span className="min-w-0 flex-1">
        <Title entry={entry} />
        {detail !== undefined && detail !== '' && (
          <span className={`block text-sm ${isArmed ? 'font-semibold text-amber' : 'text-muted'}`}>
            {detail}
          </span>
        )}
        {entry.isLocked === true && <span className="sr-only">Locked</span>}
      </span>
      {entry.isLocked === true ? (
        <Lock size={16} aria-hidden className="shrink-0 text-faint" />
      ) : (
        <ChevronRight size={18} aria-hidden className="shrink-0 text-muted" />
      )}
    </div>
  );
};

interface Group {
  readonly name: string;
  readonly entries: readonly RankedEntry[];
}

function groupEntries(entries: readonly RankedEntry[]): readonly Group[] {
  const groups = new Map<string, RankedEntry[]>();
  for (const entry of entries) groups.set(entry.group, [...(groups.get(entry.group) ?? []), entry]);
  return [...groups].map(([name, grouped]) => ({ name, entries: grouped }));
}

function useEntries(member: User, query: string, staff: StaffResults) {
  const digests = useDigests();
  const vault = useStoredVault();
  const searches = useSearches();
  const zone = useZone();
  const now = useNow(MINUTE_MS);
  return useMemo(() => {
    const text = query.trim();
    const { courses, learning } = vault ?? { courses: [], learning: EMPTY_LEARNING };
    const sources = { member, digests: digests ?? [], courses, learning, zone, now };
    if (text === '') return groupEntries(listStartEntries(sources, searches ?? []));
    const staffEntries = staff.entries.map((entry) => ({
      ...entry,
      ...(matchQuery(text, entry) ?? { score: 0, ranges: [] }),
    }));
    return groupEntries([...staffEntries, ...findEntries(text, sources)]);
  }, [member, query, staff, digests, vault, searches, zone, now]);
}

const wrap = (index: number, count: number) => (count === 0 ? 0 : (index + count) % count);

function getMovedIndex(key: string, index: number, count: number): number | null {
  switch (key) {
    case 'ArrowDown':
      return wrap(index + 1, count);
    case 'ArrowUp':
      return wrap(index - 1, count);
    case 'PageDown':
      return Math.max(0, count - 1);
    case 'PageUp':
      return 0;
    default:
      return null;
  }
}

function describeStaffState({ state }: StaffResults, online: boolean): string | null {
  if (!online) return SEARCH_TEXTS.staffOffline;
  if (state === 'searching') return 'Searching members…';
  if (state === 'failed') return 'Couldn’t search members. Please try again.';
  return state === 'needs-factor' ? SEARCH_TEXTS.factor : null;
}

function SearchForm({ member, onClose }: { member: User; onClose: () => void }) {
  const id = useId();
  const [query, setQuery] = useState(earlyText.get);
  const [activeId, setActiveId] = useState<string | null>(null);
  const online = useOnline();
  const [staff, setStaff] = useState(NO_STAFF_RESULTS);
  const groups = useEntries(member, query, online ? staff : NO_STAFF_RESULTS);
  const entries = groups.flatMap((group) => group.entries);
  const currentIndex = Math.max(
    0,
    entries.findIndex((entry) => entry.id === activeId),
  );
  const show = (text: string) => {
    setQuery(text);
    setActiveId(null);
  };
  const { confirmingId, status, choose, reset } = useChoosing(member.id, onClose, show);
  const change = (text: string) => {
    show(text);
    reset();
  };
  const move = (index: number) => {
    setActiveId(entries[index]?.id ?? null);
    reset();
  };
  const handleKey = (event: KeyboardEvent) => {
    const entry = entries[currentIndex];
    const newIndex = getMovedIndex(event.key, currentIndex, entries.length);
    if (newIndex !== null) move(newIndex);
    else if (event.key === 'Enter' && !event.nativeEvent.isComposing && entry) {
      if (!event.repeat) choose(entry, query);
    } else return;
    event.preventDefault();
  };
  const staffNote = member.staff && query.trim() !== '' ? describeStaffState(staff, online) : null;
  const optionId = (index: number) => `${id}-${index}`;
  return (
    <>
      {member.staff && online && <StaffSearch query={query} onResults={setStaff} />}
      <div className="flex items-center gap-3 border-b border-line-soft px-4 py-2.5 lg:py-3">
        <div className="flex min-h-12 min-w-0 flex-1 items-center gap-2.5 rounded-lg border border-edge px-3 has-focus-visible:border-text lg:border-0 lg:px-0">
          <Search size={20} aria-hidden className="shrink-0 text-muted" />
          <input
            type="text"
            role="combobox"
            aria-label="Search"
            aria-expanded={entries.length > 0}
            aria-controls={`${id}-list`}
            aria-activedescendant={entries.length > 0 ? optionId(currentIndex) : undefined}
            aria-autocomplete="list"
            autoComplete="off"
            autoCapitalize="off"
            spellCheck={false}
            enterKeyHint="go"
            placeholder={SEARCH_TEXTS.placeholder}
            value={query}
            onChange={({ target }) => change(target.value)}
            onKeyDown={handleKey}
            className="h-12 min-w-0 flex-1 bg-transparent text-base text-text outline-none placeholder:text-muted"
          />
        </div>
        {member.staff && (
          <span className="rounded-sm border border-line px-2 py-0.5 text-xs font-semibold text-muted max-lg:hidden">
            Staff
          </span>
        )}
        <button
          type="button"
          onClick={onClose}
          className="min-h-11 rounded-md px-1 text-sm font-medium lg:pointer-fine:hidden"
        >
          Close
        </button>
        <span aria-hidden className="max-lg:hidden pointer-coarse:hidden">
          <Key>Esc</Key>
        </span>
      </div>
      <div
        id={`${id}-list`}
        role="listbox"
        aria-label="Results"
        className="min-h-0 flex-1 overflow-y-auto pb-3"
      >
        {groups.map((group) => (
          <div key={group.name} role="group" aria-label={group.name}>
            <p aria-hidden className="px-4 pt-4 pb-1 text-sm font-semibold text-muted">
              {group.name}
            </p>
            {group.entries.map((entry) => {
              const index = entries.indexOf(entry);
              return (
                <Option
                  key={entry.id}
                  id={optionId(index)}
                  entry={entry}
                  isActive={index === currentIndex}
                  isArmed={confirmingId === entry.id}
                  onPoint={() => {
                    if (index !== currentIndex) move(index);
                  }}
                  onChoose={() => choose(entry, query)}
                />
              );
            })}
          </div>
        ))}
      </div>
      <div className="grid gap-1 border-t border-line-soft px-4 py-2.5 text-sm text-muted">
        <p role="status" className="empty:hidden">
          {status ?? staffNote ?? (entries.length === 0 ? SEARCH_TEXTS.nothing : '')}
        </p>
        <p className="lg:hidden">{SEARCH_TEXTS.offline}</p>
        <p aria-hidden className="flex flex-wrap gap-x-5 gap-y-1 max-lg:hidden">
          <span className="flex items-center gap-1.5">
            <Key>↑</Key>
            <Key>↓</Key>
            <span>choose</span>
          </span>
          <span className="flex items-center gap-1.5">
            <Key>Enter</Key>
            <span>open</span>
          </span>
          <span className="flex items-center gap-1.5">
            <Key>Ctrl K</Key>
            <span>from any screen</span>
          </span>
        </p>
      </div>
    </>
  );
}

/** The dialog element itself traps the focus, closes on Escape, and restores the focus. */
export function Palette({ onClose }: { onClose: () => void }) {
  const member = useMember();
  const ref = useRef<HTMLDialogElement>(null);
  const backdropPress = useBackdropPress();
  useLayoutEffect(() => {
    const dialog = ref.current;
    if (dialog && !dialog.open) dialog.showModal();
    return () => dialog?.close();
  }, []);
  return (
    <dialog
      ref={ref}
      aria-label="Search"
      onClose={onClose}
      closedby="any"
      {...backdropPress}
      className="m-0 h-dvh max-h-none w-screen max-w-none bg-ink p-0 text-text open:flex open:flex-col lg:mx-auto lg:mt-[10dvh] lg:h-fit lg:max-h-[80dvh] lg:w-170 lg:rounded-lg lg:border lg:border-line lg:bg-raised lg:shadow-float"
    >
      {member && <SearchForm member={member} onClose={onClose} />}
    </dialog>
  );
}
