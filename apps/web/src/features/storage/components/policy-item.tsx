import { Badge, formatCountOf } from '@frostline/ui'
import { ArrowDown, ArrowRight } from 'lucide-react'
import type { Route } from 'next'
import Link from 'next/link'
import { routes } from '@/navigation/routes.ts'
import type { StoragePolicy, Volume } from '../hooks/use-storage.ts'
import { describePassage } from '../volume-settings.ts'
import { VolumeCard } from './volume-card.tsx'

const SHOWN_TABLES = 5

interface Props {
  cluster: string
  policy: StoragePolicy
  onEveryNode: boolean
}

/** A policy drawn as a part's path: from its first volume to its last. */
export function PolicyItem({ cluster, policy, onEveryNode }: Props) {
  return (
    <article aria-label={`Policy ${policy.name}`} className="flex flex-col gap-3 px-4 py-4">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <h3 className="font-mono font-semibold text-base">{policy.name}</h3>
        {onEveryNode ? null : <Badge tone="warn">{`only on ${policy.nodes.join(', ')}`}</Badge>}
        <PolicyTables cluster={cluster} policy={policy} />
      </div>
      <ol
        aria-label={`Volumes of ${policy.name}`}
        className="flex flex-col md:flex-row md:flex-wrap md:gap-y-3"
      >
        {policy.volumes.map((volume, index) => (
          <li key={volume.name} className="flex min-w-0 flex-col md:flex-row">
            {index > 0 ? <Passage from={policy.volumes[index - 1]} /> : null}
            <VolumeCard volume={volume} place={index + 1} last={index === policy.volumes.length - 1} />
          </li>
        ))}
      </ol>
    </article>
  )
}

function PolicyTables({ cluster, policy }: Pick<Props, 'cluster' | 'policy'>) {
  if (policy.tableCount === 0) return <span className="text-ink-3 text-xs">Not used by any table</span>
  const rest = policy.tableCount - Math.min(SHOWN_TABLES, policy.tables.length)
  return (
    <span className="flex min-w-0 flex-wrap items-center gap-x-2 gap-y-1 text-xs">
      <Link
        href={`${routes.tables(cluster)}?policy=${encodeURIComponent(policy.name)}` as Route}
        className="text-accent-ink hover:underline"
      >
        {formatCountOf(policy.tableCount, 'table')}
      </Link>
      {policy.tables.slice(0, SHOWN_TABLES).map(({ database, table }) => (
        <Link
          key={JSON.stringify([database, table])}
          href={routes.table(cluster, database, table)}
          className="max-w-56 truncate rounded-sm bg-hover px-1.5 font-mono text-2xs text-ink-2 leading-5 hover:text-ink hover:underline"
        >
          {database}.{table}
        </Link>
      ))}
      {rest > 0 ? <span className="text-ink-3">and {rest} more</span> : null}
    </span>
  )
}

function Passage({ from }: { from: Volume | undefined }) {
  return (
    <div className="flex shrink-0 items-center gap-2 px-3 py-2 text-ink-3 md:w-36 md:flex-col md:justify-center md:gap-1 md:py-0 md:text-center">
      <ArrowDown aria-hidden className="size-4 md:hidden" />
      <ArrowRight aria-hidden className="hidden size-5 md:block" />
      <span className="text-2xs leading-4">{from ? describePassage(from) : ''}</span>
    </div>
  )
}
