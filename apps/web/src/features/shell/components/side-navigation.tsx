'use client'
import { joinClasses, LogoMark, StatusPill, type Tone, Tooltip } from '@frostline/ui'
import { ChevronDown } from 'lucide-react'
import Link from 'next/link'
import { usePathname } from 'next/navigation'
import { useId } from 'react'
import { useAccess } from '../../../auth/use-person.ts'
import { keepValue, useKeptValue } from '../../../browser/kept-value.ts'
import { routes } from '../../../navigation/routes.ts'
import { type LiveStatus, useLiveStatus } from '../../../trpc/live-changes.tsx'
import { type Destination, type DestinationGroup, isAt, listGroups } from '../navigation.ts'
import { ClusterSwitcher } from './cluster-switcher.tsx'
import { KeySequence } from './key-sequence.tsx'

const looks: Record<LiveStatus, { tone: Tone; text: string; title: string }> = {
  idle: { tone: 'unknown', text: 'Not connected', title: 'Sign in to receive live updates.' },
  connecting: { tone: 'neutral', text: 'Connecting', title: 'Connecting to live updates.' },
  live: { tone: 'ok', text: 'Live', title: 'Changes appear as they happen.' },
  away: {
    tone: 'warn',
    text: 'Reconnecting',
    title: 'The connection for live updates was lost. Data on this page may be out of date.',
  },
}

function LiveIndicator() {
  const { tone, text, title } = looks[useLiveStatus()]
  return (
    <div role="status" className="border-t px-2 pt-2.5">
      <StatusPill tone={tone} title={title} className="text-2xs text-ink-3">
        {text}
      </StatusPill>
    </div>
  )
}

interface SideNavigationProps {
  /** Slug of the cluster to show. */
  cluster: string | null
  onNavigate?: (() => void) | undefined
}

/** The left side: cluster, pages, and whether changes arrive live. */
export function SideNavigation({ cluster, onNavigate }: SideNavigationProps) {
  const access = useAccess()
  const collapsed = useKeptValue(collapsedGroups)
  return (
    <div className="flex h-full flex-col gap-3 px-3 py-3">
      <div className="flex h-8 items-center px-1.5">
        <Wordmark />
      </div>
      <ClusterSwitcher slug={cluster} />
      <nav aria-label="Main" className="flex min-h-0 flex-1 flex-col gap-2.5 overflow-y-auto">
        {listGroups(cluster, access).map((group) => (
          <Group
            key={group.label}
            group={group}
            collapsed={collapsed.includes(group.label)}
            onNavigate={onNavigate}
          />
        ))}
      </nav>
      <LiveIndicator />
    </div>
  )
}

/** The labels of the groups that this browser shows collapsed. */
const collapsedGroups = keepValue<readonly string[]>('frostline-collapsed-groups', [], (kept) =>
  Array.isArray(kept) ? kept.filter((label) => typeof label === 'string') : null,
)

function toggleGroup(label: string): void {
  const collapsed = collapsedGroups.read()
  collapsedGroups.write(
    collapsed.includes(label) ? collapsed.filter((each) => each !== label) : [...collapsed, label],
  )
}

interface GroupProps {
  group: DestinationGroup
  collapsed: boolean
  onNavigate?: (() => void) | undefined
}

/** A collapsed group still shows the page that is open. */
function Group({ group: { label, destinations }, collapsed, onNavigate }: GroupProps) {
  const pathname = usePathname()
  const id = useId()
  const shown = collapsed ? destinations.filter((destination) => isAt(destination, pathname)) : destinations
  return (
    <div>
      <button
        type="button"
        aria-expanded={!collapsed}
        aria-controls={id}
        onClick={() => toggleGroup(label)}
        className="flex h-6 w-full items-center justify-between rounded-md px-2 text-2xs text-ink-3 transition-colors hover:text-ink"
      >
        {label}
        <ChevronDown
          aria-hidden
          className={joinClasses('size-3.5 transition-transform duration-100', collapsed && '-rotate-90')}
        />
      </button>
      <ul id={id} className="flex flex-col gap-px">
        {shown.map((destination) => (
          <li key={destination.href}>
            <DestinationLink
              destination={destination}
              current={isAt(destination, pathname)}
              onNavigate={onNavigate}
            />
          </li>
        ))}
      </ul>
    </div>
  )
}

interface DestinationLinkProps {
  destination: Destination
  current: boolean
  onNavigate?: (() => void) | undefined
}

function DestinationLink({ destination, current, onNavigate }: DestinationLinkProps) {
  const { label, icon: Icon, href, key, nested } = destination
  const link = (
    <Link
      href={href}
      aria-current={current ? 'page' : undefined}
      onClick={() => onNavigate?.()}
      className={joinClasses(
        'flex h-7 items-center gap-2.5 rounded-md px-2 text-sm transition-colors duration-100',
        nested && 'ml-4',
        current ? 'bg-pressed font-medium text-ink' : 'text-ink-2 hover:bg-hover hover:text-ink',
      )}
    >
      <Icon aria-hidden className={joinClasses('size-4', current ? 'text-ink' : 'text-ink-3')} />
      {label}
    </Link>
  )
  return key === undefined ? (
    link
  ) : (
    <Tooltip side="right" content={<KeySequence keys={['G', key.toUpperCase()]} />}>
      {link}
    </Tooltip>
  )
}

function Wordmark() {
  return (
    <Link
      href={routes.home}
      className="flex items-center gap-2 rounded-sm font-semibold text-base tracking-tight"
    >
      <LogoMark className="size-5.5" />
      Frostline
    </Link>
  )
}
