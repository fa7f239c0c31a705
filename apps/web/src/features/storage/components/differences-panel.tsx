import { Badge, Panel, type PanelProps } from '@frostline/ui'
import { CircleCheck, CircleHelp } from 'lucide-react'
import Link from 'next/link'
import { routes } from '@/navigation/routes.ts'
import type { Storage, StorageDifference } from '../hooks/use-storage.ts'

type Props = Omit<PanelProps, 'title' | 'children'> & { cluster: string; storage: Storage | undefined }

/** First on the page: a move planned on one node may fail on a different one. */
export function DifferencesPanel({ cluster, storage, ...panel }: Props) {
  const differences = storage?.differences ?? []
  return (
    <Panel
      title={differences.length > 0 ? `Nodes differ (${differences.length})` : 'Differences between nodes'}
      minHeightPx={52}
      skeleton={<span className="block h-5" />}
      {...panel}
      missingNodes={undefined}
      className={differences.length > 0 ? 'border-warn' : undefined}
    >
      {storage ? (
        differences.length > 0 ? (
          <List cluster={cluster} differences={differences} />
        ) : (
          <Same storage={storage} />
        )
      ) : null}
    </Panel>
  )
}

function Same({ storage }: { storage: Storage }) {
  const { complete, missingNodes } = storage.coverage
  const seen = storage.byNode.length - missingNodes.length
  if (seen === 0)
    return (
      <Line icon={<CircleHelp aria-hidden className="size-4 shrink-0 text-ink-3" />}>
        No node responded, so nothing can be compared.
      </Line>
    )
  return (
    <Line
      icon={
        complete && seen > 1 ? (
          <CircleCheck aria-hidden className="size-4 shrink-0 text-ok" />
        ) : (
          <CircleHelp aria-hidden className="size-4 shrink-0 text-ink-3" />
        )
      }
    >
      {seen === 1 ? 'Only one node responded. There is nothing to compare it with.' : null}
      {seen > 1 && complete
        ? `All ${seen} nodes have the same disks, policies and caches, with the same settings, and each table has one policy.`
        : null}
      {seen > 1 && !complete ? `The ${seen} nodes that responded have the same disks and policies.` : null}
      {complete ? null : ` ${missingNodes.join(', ')} did not respond and may differ.`}
    </Line>
  )
}

function Line({ icon, children }: { icon: React.ReactNode; children: React.ReactNode }) {
  return (
    <p className="flex items-center gap-2 text-sm">
      {icon}
      <span>{children}</span>
    </p>
  )
}

const kinds: Record<StorageDifference['object'], string> = {
  table: 'Table',
  disk: 'Disk',
  policy: 'Policy',
  volume: 'Volume',
  cache: 'Cache',
}

function List({ cluster, differences }: { cluster: string; differences: readonly StorageDifference[] }) {
  return (
    <>
      <p className="mb-3 text-ink-2 text-sm">
        A partition that can move on one node may not fit on another. Use the same storage configuration on
        all nodes, and finish policy changes that were applied to some nodes only.
      </p>
      <ul aria-label="Differences" className="divide-y rounded-md border">
        {differences.map(({ object, name, table, what, values }) => (
          <li
            key={`${object} ${name} ${what}`}
            className="grid gap-x-6 gap-y-1 px-3 py-2 text-sm md:grid-cols-[16rem_minmax(0,1fr)]"
          >
            <p>
              {kinds[object]}{' '}
              {table ? (
                <Link
                  href={routes.tablePolicy(cluster, table.database, table.table)}
                  className="font-medium font-mono text-accent-ink text-xs hover:underline"
                >
                  {name}
                </Link>
              ) : (
                <span className="font-medium font-mono text-xs">{name}</span>
              )}
              <span className="block text-ink-3 text-xs">{what}</span>
            </p>
            <ul className="flex flex-col gap-1 text-xs">
              {values.map(({ value, nodes }) => (
                <li key={String(value)} className="flex flex-wrap items-center gap-x-2 gap-y-1">
                  <Badge tone={value === null ? 'warn' : 'neutral'} mono={value !== null}>
                    {value === null ? 'missing' : value === '' ? 'empty' : value}
                  </Badge>
                  <span className="text-ink-2">on {nodes.join(', ')}</span>
                </li>
              ))}
            </ul>
          </li>
        ))}
      </ul>
    </>
  )
}
