'use client'
import { buttonClasses, formatBytes, formatCountOf } from '@frostline/ui'
import { ArrowRightLeft, Hourglass } from 'lucide-react'
import Link from 'next/link'
import { useRoleAllows } from '@/auth/use-person.ts'
import { routes } from '@/navigation/routes.ts'
import { namesParam } from '@/navigation/url-params.ts'
import { useTRPC } from '@/trpc/context.ts'
import { useObservedQuery } from '@/trpc/use-observed-query.ts'

interface Props {
  at: { cluster: string; database: string; table: string }
  /** Those after one migration; without it those of the table. */
  migrationId?: string
}

/** Parts that came after a migration had moved their partition, with one click to a plan that moves them. */
export function LateArrivalsNotice({ at, migrationId }: Props) {
  const trpc = useTRPC()
  const operator = useRoleAllows('operator')
  const { data } = useObservedQuery(
    trpc.tierMigrations.lateArrivals.queryOptions({
      cluster: at.cluster,
      ...(migrationId === undefined ? { database: at.database, table: at.table } : { migrationId }),
    }),
  )
  const arrivals = data?.data.arrivals ?? []
  if (arrivals.length === 0) return null
  const volumes = [...new Set(arrivals.map(({ toVolume }) => toVolume))].sort()
  return (
    <section
      aria-label="Late arrivals"
      className="flex gap-3 rounded-lg border border-warn bg-warn-soft px-4 py-3 text-sm"
    >
      <Hourglass aria-hidden className="mt-0.5 size-4 shrink-0 text-warn-ink" />
      <div className="flex min-w-0 flex-1 flex-col gap-2">
        {volumes.map((volume) => {
          const own = arrivals.filter(({ toVolume }) => toVolume === volume)
          const partitions = [...new Set(own.map(({ partitionId }) => partitionId))].sort()
          const parts = own.reduce((sum, arrival) => sum + arrival.parts, 0)
          const nodes = [...new Set(own.map(({ node }) => node))].sort()
          const disks = [...new Set(own.flatMap((arrival) => arrival.disks))].sort()
          return (
            <div key={volume} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
              <div className="min-w-0 flex-1 basis-72">
                <p className="break-words font-semibold text-warn-ink">
                  {formatCountOf(parts, 'part')} arrived late,{' '}
                  {formatBytes(own.reduce((sum, { bytes }) => sum + bytes, 0n))}
                </p>
                <p className="break-words text-ink-2 text-xs">
                  {partitions.length === 1 ? `Partition ${partitions[0]}` : `${partitions.length} partitions`}{' '}
                  had been moved to {volume} before. These parts are on {disks.join(', ')} of{' '}
                  {nodes.join(', ')}.
                </p>
              </div>
              {operator ? (
                <Link
                  href={routes.moveTable(
                    at.cluster,
                    at.database,
                    at.table,
                    namesParam().write(new Set(partitions)),
                    volume,
                  )}
                  className={buttonClasses('secondary', 'sm')}
                >
                  <ArrowRightLeft aria-hidden /> Plan to move {parts === 1 ? 'it' : 'them'} to {volume}
                </Link>
              ) : null}
            </div>
          )
        })}
      </div>
    </section>
  )
}
