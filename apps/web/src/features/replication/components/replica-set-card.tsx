'use client'
import { joinClasses, RelativeTime } from '@frostline/ui'
import Link from 'next/link'
import { type Look, look } from '@/features/status/look.ts'
import { LookPill } from '@/features/status/look-pill.tsx'
import { routes } from '@/navigation/routes.ts'
import type { ReplicaSet } from '../hooks/use-replication.ts'
import { RepairButton } from './repair-button.tsx'
import { ReplicaFigures } from './replica-figures.tsx'

const severityLooks: Record<ReplicaSet['severity'], Look> = {
  critical: look('danger', 'Critical', 'Writes are refused, data is far behind, or a replica is away.'),
  warning: look('warn', 'Warning', 'It may recover automatically. Check again in a minute.'),
  unknown: look('unknown', 'Unknown', 'Some replicas or nodes did not respond.'),
  notice: look('neutral', 'Note', 'Normal while replicas merge.'),
  ok: look('ok', 'OK', 'Replicas are active, writable and equal.'),
}

const inks = {
  critical: 'text-danger-ink',
  warning: 'text-warn-ink',
  unknown: 'text-ink-2',
  notice: 'text-ink-2',
}

/** The replicas of one table in one shard, problems first. */
export function ReplicaSetCard({
  cluster,
  set,
  titled,
}: {
  cluster: string
  set: ReplicaSet
  titled: boolean
}) {
  const { database, table, shards, keeper, severity, problems, replicas } = set
  const name = `${database}.${table}`
  const where = shards.length === 1 ? `shard ${shards[0]}` : `shards ${shards.join(', ')}`
  return (
    <article aria-label={`${name}, ${where}`} className="grid gap-2 px-4 py-3">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <LookPill look={severityLooks[severity]} />
        {titled ? (
          <Link
            href={routes.tableReplication(cluster, database, table)}
            className="min-w-0 truncate font-medium font-mono text-sm hover:underline"
          >
            {name}
          </Link>
        ) : null}
        <span className={titled ? 'text-ink-3 text-xs' : 'font-medium text-sm'}>
          {titled ? where : where.replace(/^s/, 'S')}
        </span>
        <span className="text-ink-3 text-xs">
          {keeper
            ? `${keeper.active} of ${keeper.total} replicas active`
            : `${replicas.length} replicas read; their total is unknown`}
        </span>
      </div>
      {problems.length > 0 ? (
        <ul aria-label="Problems" className="grid gap-0.5 text-xs">
          {problems.map((problem) => (
            <li
              key={`${problem.node} ${problem.text}`}
              className={joinClasses(
                'break-words',
                inks[problem.severity],
                problem.severity === 'critical' && 'font-medium',
              )}
            >
              {problem.node === null ? null : <span className="font-mono">{problem.node}: </span>}
              {problem.text}
            </li>
          ))}
        </ul>
      ) : null}
      {titled || !keeper ? null : (
        <ul aria-label="Replicas that are not active" className="empty:hidden">
          {keeper.inactive.map((replicaName) => (
            <li key={replicaName} className="flex flex-wrap items-center gap-2 text-xs">
              <span className="font-mono">{replicaName}</span> is not active.
              <RepairButton
                at={{ cluster, database, table }}
                of={{ kind: 'drop', keeperPath: set.keeperPath, replicaName }}
                target={`the replica ${replicaName}`}
              />
            </li>
          ))}
        </ul>
      )}
      <ul aria-label="Replicas" className="grid gap-x-6 gap-y-2 lg:grid-cols-2">
        {replicas.map((replica) => (
          <li key={replica.node} className="min-w-0">
            <ReplicaFigures replica={replica} />
            <QueueByType replica={replica} />
            {titled ? null : (
              <div className="mt-1.5 flex flex-wrap gap-2">
                {(replica.readOnly?.metadataLost
                  ? (['restore'] as const)
                  : (['sync', 'restart'] as const)
                ).map((kind) => (
                  <RepairButton
                    key={kind}
                    at={{ cluster, database, table }}
                    of={{ kind, keeperPath: set.keeperPath, replicaName: replica.replicaName }}
                    target={`the replica on ${replica.node}`}
                  />
                ))}
              </div>
            )}
          </li>
        ))}
      </ul>
    </article>
  )
}

function QueueByType({ replica: { queue } }: { replica: ReplicaSet['replicas'][number] }) {
  if (queue.byType.length === 0) return null
  return (
    <ul aria-label="Queue by type" className="mt-1 grid gap-0.5 border-l pl-2 text-xs">
      {queue.byType.map((group) => (
        <li key={group.type} className="min-w-0 break-words">
          <span className="font-mono">{group.type}</span> {group.entries}
          <span className="text-ink-3">
            {group.executing > 0 ? `, ${group.executing} running` : ''}
            {group.maxTries > 0 ? `, up to ${group.maxTries} tries` : ''}, oldest{' '}
            <RelativeTime at={group.oldestAt} />
          </span>
          {group.lastException === null && group.postponeReason !== null ? (
            <span className="block text-ink-2">
              {group.postponeReason}
              {/fetches are cancelled/.test(group.postponeReason)
                ? ' Run SYSTEM START FETCHES on that node. A sync waits for it.'
                : ''}
            </span>
          ) : null}
        </li>
      ))}
    </ul>
  )
}
