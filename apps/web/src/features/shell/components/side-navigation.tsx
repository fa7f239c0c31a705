'use client'
import { joinClasses, LogoMark, StatusPill, type Tone } from '@frostline/ui'
import Link from 'next/link'
import { usePathname } from 'next/navigation'
import { useRoleAllows } from '../../../auth/use-person.ts'
import { routes } from '../../../navigation/routes.ts'
import { type LiveStatus, useLiveStatus } from '../../../trpc/live-changes.tsx'
import {
  adminDestinations,
  commonDestinations,
  type Destination,
  listClusterDestinations,
} from '../navigation.ts'
import { ClusterSwitcher } from './cluster-switcher.tsx'

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
  const isAdmin = useRoleAllows('admin')
  return (
    <div className="flex h-full flex-col gap-4 px-3 py-3">
      <div className="flex h-8 items-center px-1.5">
        <Wordmark />
      </div>
      <ClusterSwitcher slug={cluster} />
      <nav aria-label="Main" className="flex min-h-0 flex-1 flex-col gap-4 overflow-y-auto">
        {cluster === null ? null : (
          <DestinationList destinations={listClusterDestinations(cluster)} onNavigate={onNavigate} />
        )}
        <DestinationList title="Data" destinations={commonDestinations} onNavigate={onNavigate} />
        {isAdmin ? (
          <DestinationList title="Administration" destinations={adminDestinations} onNavigate={onNavigate} />
        ) : null}
      </nav>
      <LiveIndicator />
    </div>
  )
}

interface DestinationListProps {
  title?: string
  destinations: readonly Destination[]
  onNavigate?: (() => void) | undefined
}

function DestinationList({ title, destinations, onNavigate }: DestinationListProps) {
  const pathname = usePathname()
  return (
    <div>
      {title ? <p className="px-2 pb-1 text-2xs text-ink-3">{title}</p> : null}
      <ul className="flex flex-col gap-px">
        {destinations.map(({ label, icon: Icon, href }) => {
          const active = pathname === href || pathname.startsWith(`${href}/`)
          return (
            <li key={href}>
              <Link
                href={href}
                aria-current={active ? 'page' : undefined}
                onClick={() => onNavigate?.()}
                className={joinClasses(
                  'flex h-8 items-center gap-2.5 rounded-md px-2 text-sm transition-colors duration-100',
                  active ? 'bg-pressed font-medium text-ink' : 'text-ink-2 hover:bg-hover hover:text-ink',
                )}
              >
                <Icon aria-hidden className={joinClasses('size-4', active ? 'text-ink' : 'text-ink-3')} />
                {label}
              </Link>
            </li>
          )
        })}
      </ul>
    </div>
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
