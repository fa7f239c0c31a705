'use client'
import { Badge, Bytes, buttonClasses, Count, formatCountOf, Panel, Switch, type Tone } from '@frostline/ui'
import Link from 'next/link'
import { routes } from '@/navigation/routes.ts'
import { flagParam } from '@/navigation/url-params.ts'
import { useUrlState } from '@/navigation/use-url-state.ts'
import { useTRPC, useTRPCClient } from '@/trpc/context.ts'
import { panelFromInfinite } from '@/trpc/panel-from-query.ts'
import type { RouterOutputs } from '@/trpc/router-outputs.ts'
import { useOffsetPages } from '@/trpc/use-offset-pages.ts'
import { RepairButton } from './repair-button.tsx'
import { ShowMore } from './show-more.tsx'

const params = { equal: flagParam() }

const looks: Record<PartitionComparison['difference'], { tone: Tone; word: string; mend: string | null }> = {
  absent: {
    tone: 'danger',
    word: 'missing on a replica',
    mend: 'Run SYSTEM SYNC REPLICA on that node. It waits until the queue is processed, which fetches the part.',
  },
  rows: {
    tone: 'warn',
    word: 'rows differ',
    mend: 'Normal for a few seconds after an INSERT. If it persists, check the queue, then run SYSTEM SYNC REPLICA. SYSTEM RESTART REPLICA compares the parts with Keeper again.',
  },
  parts: {
    tone: 'neutral',
    word: 'parts differ',
    mend: 'Rows are equal. One replica has merged parts that the other has not merged yet.',
  },
  volumes: {
    tone: 'cold',
    word: 'volumes differ',
    mend: 'Parts are equal. Align the replicas with a tier migration to put them on the same volume.',
  },
  equal: { tone: 'ok', word: 'equal', mend: null },
}

/** Partitions of a table by replica, differing ones first. */
export function DifferencesPanel({ at }: { at: { cluster: string; database: string; table: string } }) {
  const [{ equal }, setUrl] = useUrlState(params)
  const query = useReplicaDifferences(at, !equal)
  const first = query.data?.pages[0]?.data
  const rows = query.data?.pages.flatMap(({ data }) => data.partitions) ?? []
  const away = first?.coverage.missingNodes ?? []
  return (
    <Panel
      title="Partitions by replica"
      description={
        first
          ? `${formatCountOf(first.different, 'partition')} ${first.different === 1 ? 'differs' : 'differ'}${first.truncated ? ' among the first 10,000 of a node' : ''}. The hash sums the checksums of all files of the active parts.`
          : ' '
      }
      flush
      minHeightPx={120}
      actions={
        <Switch checked={equal} onCheckedChange={(next) => setUrl({ equal: next })}>
          Equal ones too
        </Switch>
      }
      {...panelFromInfinite(query, { task: `compare the replicas of ${at.database}.${at.table}` })}
    >
      <ul aria-label="Partitions by replica" className="divide-y">
        {rows.map((row) => (
          <li key={`${row.shards.join()} ${row.partitionId}`} className="grid gap-1 px-4 py-2.5">
            <p className="flex flex-wrap items-center gap-x-2 text-sm">
              <span className="font-mono">{row.partition}</span>
              <span className="text-ink-3 text-xs">shard {row.shards.join(', ')}</span>
              <Badge tone={looks[row.difference].tone}>{looks[row.difference].word}</Badge>
            </p>
            <ul aria-label={`Replicas of ${row.partition}`} className="grid gap-x-6 lg:grid-cols-2">
              {row.replicas.map(({ node, content }) => (
                <li key={node} className="flex flex-wrap items-baseline gap-x-3 text-xs">
                  <span className="truncate font-mono">{node}</span>
                  {content === null ? (
                    <span className="font-medium text-danger-ink">nothing</span>
                  ) : (
                    <span className="text-ink-2">
                      <Count value={content.rows} /> rows in {formatCountOf(content.parts, 'part')},{' '}
                      <Bytes value={content.bytes} /> on{' '}
                      <span title={`Disks: ${content.disks.join(', ')}`}>{content.volumes.join(', ')}</span>,
                      hash <span className="font-mono">{content.hash.slice(0, 8)}</span>
                    </span>
                  )}
                </li>
              ))}
            </ul>
            {looks[row.difference].mend === null ? null : (
              <p className="text-ink-3 text-xs">{looks[row.difference].mend}</p>
            )}
            <Mends at={at} row={row} />
          </li>
        ))}
      </ul>
      {first && rows.length === 0 ? (
        <p className="p-6 text-center text-ink-3 text-sm">
          {away.length === 0
            ? 'All partitions are equal on all replicas.'
            : `No differences on the nodes that responded. Unknown: ${away.join(', ')}.`}
        </p>
      ) : null}
      <ShowMore pages={query} />
    </Panel>
  )
}

/** Fixes for a partition, one click each: a sync where rows are missing, a plan where only volumes differ. */
function Mends({
  at,
  row,
}: {
  at: { cluster: string; database: string; table: string }
  row: PartitionComparison
}) {
  const { difference, keeperPath, replicas } = row
  if (difference === 'equal' || difference === 'parts') return null
  const most = replicas.reduce(
    (max, { content }) => ((content?.rows ?? 0n) > max ? (content?.rows ?? 0n) : max),
    0n,
  )
  return (
    <div className="flex flex-wrap items-center gap-2">
      {difference === 'volumes'
        ? replicas.map(({ node, replica }) => (
            <Link
              key={node}
              href={routes.alignReplicas(at.cluster, at.database, at.table, replica)}
              className={buttonClasses('secondary', 'sm')}
            >
              Align with {node}
            </Link>
          ))
        : replicas
            .filter(({ content }) => (content?.rows ?? 0n) < most)
            .map(({ node, replicaName }) => (
              <RepairButton
                key={node}
                at={at}
                of={{ kind: 'sync', keeperPath, replicaName }}
                target={`the replica on ${node}`}
                label={`Sync ${node}`}
              />
            ))}
    </div>
  )
}

type PartitionComparison = RouterOutputs['replication']['differences']['data']['partitions'][number]

/** Fetched when the tab is opened and on request: it reads every part of the table. */
function useReplicaDifferences(
  at: { cluster: string; database: string; table: string },
  differentOnly: boolean,
) {
  const trpc = useTRPC()
  const client = useTRPCClient()
  const input = { ...at, differentOnly, limit: 100 }
  return useOffsetPages({
    queryKey: trpc.replication.differences.queryKey(input),
    readPage: (offset, signal) => client.replication.differences.query({ ...input, offset }, { signal }),
    measure: ({ data }) => ({ rows: data.partitions.length, total: data.total }),
  })
}
