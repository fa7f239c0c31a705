'use client'
import {
  Button,
  Bytes,
  buttonClasses,
  Count,
  formatBytes,
  formatCountOf,
  Panel,
  RelativeTime,
  Stat,
  StatRow,
} from '@frostline/ui'
import Link from 'next/link'
import { useState } from 'react'
import { useRoleAllows } from '@/auth/use-person.ts'
import { LookPill } from '@/features/status/look-pill.tsx'
import { routes } from '@/navigation/routes.ts'
import { panelFromQuery } from '@/trpc/panel-from-query.ts'
import { WithoutData } from '@/trpc/without-data.tsx'
import { exitLooks } from '../zero-copy-exit/exit-words.ts'
import { useExits } from '../zero-copy-exit/use-exits.ts'
import { CutOffUploadsNotice } from './cut-off-uploads-notice.tsx'
import { FindingCard } from './finding-card.tsx'
import { ReadinessPanel } from './readiness-panel.tsx'
import { SharedPartRow } from './shared-part-row.tsx'
import { type TableSharing, useTableSharing } from './use-table-sharing.ts'

/** Who shares the objects of a table, from its locks in Keeper and the replicas' parts. */
export function ZeroCopyTab({ at }: { at: { cluster: string; database: string; table: string } }) {
  const [offset, setOffset] = useState(0)
  const operator = useRoleAllows('operator')
  const query = useTableSharing(at, offset)
  const data = query.data?.data
  const panel = panelFromQuery(query, { task: `read the shared objects of ${at.database}.${at.table}` })
  const part = data && data.looked < data.total
  const on = new Set(data?.replicas.flatMap(({ node, enabled }) => (enabled ? [node] : [])))
  return (
    <div className="grid gap-4 pt-4">
      <Panel
        title="Zero-copy replication"
        description="Objects that replicas share on object storage, from locks in Keeper and the metadata of each replica."
        minHeightPx={120}
        {...panel}
      >
        {data ? (
          <>
            {data.keeperFault ? (
              <p role="alert" className="mb-3 text-danger-ink text-sm">
                Locks are unknown. {data.keeperFault}
              </p>
            ) : null}
            <StatRow>
              <Stat
                label="Sharing"
                value={data.sharing ? 'On' : 'Off'}
                note={`on ${data.replicas.filter(({ enabled }) => enabled).length} of ${formatCountOf(data.replicas.length, 'replica')}`}
              />
              <Stat
                label="Stored"
                value={<Bytes value={data.storedBytes} />}
                note={part ? `of ${data.looked} of ${data.total} parts` : 'each object once'}
              />
              <Stat
                label="Saved by sharing"
                value={<Bytes value={data.savedBytes} />}
                note="additional storage without sharing"
              />
              <Stat
                label="Shared parts"
                value={<Count value={data.states.shared} />}
                note={`${data.states.single} with one owner, ${data.states.apart} stored apart`}
              />
            </StatRow>
            {data.sharing ? (
              <p className="mt-3 text-ink-2 text-sm">
                A move to the shared disk uploads once. The second replica only copies the metadata. If a node
                is killed during an upload, objects unknown to all replicas may stay in the bucket:{' '}
                <Link href={routes.newBucketAudit(at.cluster)} className="underline">
                  audit the bucket
                </Link>{' '}
                afterwards.
              </p>
            ) : null}
            <dl className="mt-3 grid gap-x-6 gap-y-1 text-xs sm:grid-cols-2">
              {data.replicas.map((replica) => (
                <div key={replica.node} className="min-w-0 break-words">
                  <dt className="font-mono">{replica.node}</dt>
                  <dd className="text-ink-3">
                    replica {replica.replica}, setting {replica.enabled ? 'on' : 'off'}, policy{' '}
                    {replica.storagePolicy}, locks below {replica.lockPath}
                  </dd>
                </div>
              ))}
            </dl>
            {data.sharing ? <AuditNote cluster={at.cluster} audit={data.audit} /> : null}
            {data.prefixes.length > 0 ? (
              <p className="mt-2 break-all text-ink-3 text-xs">
                Objects below <span className="font-mono">{data.prefixes.join(', ')}</span>
              </p>
            ) : null}
          </>
        ) : null}
      </Panel>
      <CutOffUploadsNotice cluster={at.cluster} of={{ database: at.database, table: at.table }} />
      {data && data.findings.length > 0 ? (
        <Panel title={`Problems (${data.findings.length})`} flush>
          <ul aria-label="Problems of zero-copy replication" className="divide-y">
            {data.findings.map((finding) => (
              <li key={finding.fault}>
                <FindingCard cluster={at.cluster} finding={finding} />
              </li>
            ))}
          </ul>
        </Panel>
      ) : null}
      {data ? <ExitsPanel at={at} sharing={data.sharing} /> : null}
      {operator && data?.replicas.some(({ enabled }) => !enabled) ? <ReadinessPanel at={at} /> : null}
      {data && data.total > 0 ? (
        <Panel
          title={`Part names (${data.total.toLocaleString('en-US')})`}
          description="Parts on object storage or with locks, problems first. Shards may have parts with the same name."
          flush
        >
          <ul aria-label="Shared parts" className="divide-y">
            {data.parts.map((row) => (
              <SharedPartRow key={row.part} row={row} on={on} locksKnown={data.keeperFault === null} />
            ))}
          </ul>
          {data.looked > data.parts.length ? (
            <p className="border-t p-3 text-center text-ink-3 text-xs">
              {data.looked - data.parts.length} more of the {data.looked} that were read are not shown.
            </p>
          ) : null}
          {part ? (
            <div className="flex items-center justify-center gap-2 border-t p-3">
              <Button disabled={offset === 0} onClick={() => setOffset(Math.max(0, offset - 1_000))}>
                Previous
              </Button>
              <span className="text-ink-3 text-xs">
                {offset + 1} to {offset + data.looked}, {formatBytes(data.storedBytes)}
              </span>
              <Button
                disabled={offset + data.looked >= data.total}
                onClick={() => setOffset(offset + data.looked)}
              >
                Next
              </Button>
            </div>
          ) : null}
        </Panel>
      ) : null}
    </div>
  )
}

/** Objects without a part and without a lock can only be found in the bucket. */
function AuditNote({ cluster, audit }: { cluster: string; audit: TableSharing['audit'] }) {
  if (audit === null)
    return (
      <p className="mt-2 text-ink-3 text-xs">
        No audit of these prefixes has finished yet. Objects unknown to all replicas are not included.
      </p>
    )
  return (
    <p className="mt-2 text-xs">
      <span className={audit.orphans > 0 ? 'text-warn-ink' : 'text-ink-3'}>
        {audit.orphans > 0 ? (
          <>
            {formatCountOf(audit.orphans, 'object')} with <Bytes value={audit.bytes} /> below these prefixes
            belong to no replica, for example after a node was killed during a move.
          </>
        ) : (
          'No objects without a replica below these prefixes.'
        )}
      </span>{' '}
      <Link href={routes.bucketAudit(cluster, audit.id)} className="underline">
        Audit
      </Link>{' '}
      <span className="text-ink-3">
        ended <RelativeTime at={audit.finishedAt} />
      </span>
    </p>
  )
}

interface ExitsPanelProps {
  at: { cluster: string; database: string; table: string }
  sharing: boolean
}

/** Link to an exit from zero-copy replication, and earlier exits. Nothing where there is neither. */
function ExitsPanel({ at, sharing }: ExitsPanelProps) {
  const query = useExits(at)
  const operator = useRoleAllows('operator')
  const exits = query.data?.exits ?? []
  if (!(sharing && operator) && exits.length === 0) return null
  return (
    <Panel
      title="Leave zero-copy replication"
      description="Shared parts become local, the setting is turned off on each replica, and each replica gets its own objects."
      actions={
        sharing && operator ? (
          <Link className={buttonClasses()} href={routes.newZeroCopyExit(at.cluster, at.database, at.table)}>
            Plan the exit
          </Link>
        ) : undefined
      }
      flush
    >
      {query.data === undefined ? (
        <WithoutData query={query} task="read the exits" rows={1} className="px-4 py-3" />
      ) : exits.length === 0 ? (
        <p className="px-4 py-3 text-ink-3 text-sm">This table has not been taken off zero-copy yet.</p>
      ) : (
        <ul aria-label="Exits from zero-copy replication" className="divide-y">
          {exits.map(({ id, status, requestedBy, createdAt, partitions, goesBack }) => (
            <li key={id} className="flex flex-wrap items-center gap-x-3 gap-y-1 px-4 py-2.5 text-sm">
              <LookPill look={exitLooks[status]} />
              <Link className="underline" href={routes.zeroCopyExit(at.cluster, id)}>
                {goesBack ? 'Back to shared objects' : 'Exit'} of {formatCountOf(partitions, 'partition')}
              </Link>
              <span className="text-ink-3 text-xs">
                by {requestedBy}, <RelativeTime at={createdAt} />
              </span>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  )
}
