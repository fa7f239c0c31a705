'use client'
import { buttonClasses } from '@frostline/ui'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Bell } from 'lucide-react'
import Link from 'next/link'
import { useHasAccess } from '@/auth/use-person.ts'
import { routes } from '@/navigation/routes.ts'
import { useTRPC } from '@/trpc/context.ts'
import { useChanges } from '@/trpc/live-changes.tsx'

/** Number of firing alerts that nobody has acknowledged, with a link to the list. */
export function AlertBell() {
  const trpc = useTRPC()
  const queryClient = useQueryClient()
  const hasAccess = useHasAccess()
  const query = useQuery({
    ...trpc.alerts.counts.queryOptions(),
    enabled: hasAccess,
    refetchInterval: 60_000,
  })
  useChanges('alert', () => void queryClient.invalidateQueries(trpc.alerts.counts.queryFilter()))
  const firing = query.data?.firing
  // An unknown number has a mark of its own: no mark means no alerts.
  const mark = firing === undefined ? query.error && '?' : firing > 99 ? '99+' : firing
  const label =
    mark === '?'
      ? 'Alerts: could not be read'
      : firing === undefined
        ? 'Alerts'
        : `Alerts: ${firing || 'none'} firing`
  return (
    <Link
      href={routes.alerts}
      aria-label={label}
      title={label}
      className={`relative px-2 ${buttonClasses('ghost')}`}
    >
      <Bell aria-hidden />
      {mark ? (
        <span
          aria-hidden
          className="absolute top-0 right-0 flex h-4 min-w-4 items-center justify-center rounded-full bg-danger px-1 font-medium text-2xs text-on-danger"
        >
          {mark}
        </span>
      ) : null}
    </Link>
  )
}
