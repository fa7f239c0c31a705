'use client'
import { buttonClasses, formatBytes, formatCountOf, Panel } from '@frostline/ui'
import { ArrowRightLeft } from 'lucide-react'
import Link from 'next/link'
import { useRoleAllows } from '@/auth/use-person.ts'
import { routes } from '@/navigation/routes.ts'
import { namesParam } from '@/navigation/url-params.ts'
import { useTRPC } from '@/trpc/context.ts'
import { panelFromQuery } from '@/trpc/panel-from-query.ts'
import type { RouterOutputs } from '@/trpc/router-outputs.ts'
import { useObservedQuery } from '@/trpc/use-observed-query.ts'

interface Props {
  at: { cluster: string; database: string; table: string }
  /** Those after one migration; without it all of the table. */
  migrationId?: string
}

/**
 * Parts that arrived after a migration had moved their partition, with a link to a plan that moves them. Nothing while
 * there are none, unless they could not be read or an unreachable node may have some.
 */
export function LateArrivalsNotice({ at, migrationId }: Props) {
  const trpc = useTRPC()
  const query = useObservedQuery(
    trpc.tierMigrations.lateArrivals.queryOptions({
      cluster: at.cluster,
      ...(migrationId === undefined ? { database: at.database, table: at.table } : { migrationId }),
    }),
  )
  const { arrivals, coverage } = query.data?.data ?? { arrivals: [] }
  if (arrivals.length === 0 && (coverage ? coverage.complete : !query.error)) return null
  const volumes = [...new Set(arrivals.map(({ toVolume }) => toVolume))].sort()
  return (
    <Panel
      title="Late arrivals"
      description="Parts that arrived after a tier migration moved their partition."
      className={arrivals.length > 0 ? 'border-warn' : undefined}
      {...panelFromQuery(query, { task: 'read late arrivals' })}
    >
      {volumes.length === 0 ? (
        <p className="text-ink-2 text-sm">No late parts on the nodes that responded.</p>
      ) : (
        <div className="flex flex-col gap-3">
          {volumes.map((volume) => (
            <LateOnVolume
              key={volume}
              at={at}
              volume={volume}
              arrivals={arrivals.filter(({ toVolume }) => toVolume === volume)}
            />
          ))}
        </div>
      )}
    </Panel>
  )
}

type Arrivals = RouterOutputs['tierMigrations']['lateArrivals']['data']['arrivals']

function LateOnVolume({ at, volume, arrivals }: Pick<Props, 'at'> & { volume: string; arrivals: Arrivals }) {
  const operator = useRoleAllows('operator')
  const partitions = [...new Set(arrivals.map(({ partitionId }) => partitionId))].sort()
  const parts = arrivals.reduce((sum, arrival) => sum + arrival.parts, 0)
  const bytes = arrivals.reduce((sum, arrival) => sum + arrival.bytes, 0n)
  const nodes = [...new Set(arrivals.map(({ node }) => node))].sort()
  const disks = [...new Set(arrivals.flatMap((arrival) => arrival.disks))].sort()
  const moved = partitions.length === 1 ? `partition ${partitions[0]}` : `${partitions.length} partitions`
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
      <div className="min-w-0 flex-1 basis-72">
        <p className="break-words font-semibold text-sm text-warn-ink">
          {formatCountOf(parts, 'part')} arrived late, {formatBytes(bytes)}
        </p>
        <p className="break-words text-ink-2 text-xs">
          {parts === 1 ? 'It arrived' : 'They arrived'} after {moved} had been moved to {volume}, and{' '}
          {parts === 1 ? 'is' : 'are'} on {disks.join(', ')} of {nodes.join(', ')}.
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
}
