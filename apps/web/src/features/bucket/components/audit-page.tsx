'use client'
import { answerAudit, tooNewReason } from '@frostline/domain'
import {
  Bytes,
  buttonClasses,
  Count,
  type DataColumn,
  DataTable,
  ErrorState,
  formatBytes,
  formatCountOf,
  formatDuration,
  KeyValueList,
  Panel,
  RelativeTime,
  ShareBar,
  Stat,
  StatRow,
  useNow,
} from '@frostline/ui'
import { RotateCw, Trash2 } from 'lucide-react'
import Link from 'next/link'
import { useRoleAllows } from '@/auth/use-person.ts'
import { AnswerFirst } from '@/features/answer/answer-first.tsx'
import { HistoryPanel } from '@/features/run/history-panel.tsx'
import { RunActions } from '@/features/run/run-actions.tsx'
import { RunHeader } from '@/features/run/run-header.tsx'
import { PageWithoutData } from '@/features/shell/components/page-without-data.tsx'
import { routes } from '@/navigation/routes.ts'
import { type LedgerPanel, panelFromLedger } from '@/trpc/panel-from-query.ts'
import { type AuditDetail, auditLooks, isActiveAudit, phaseWords } from '../bucket-audit.ts'
import { useAudit, useAuditActions } from '../hooks/use-audits.ts'
import { RemovalsPanel } from '../removal/components/removals-panel.tsx'
import { FindingsPanel } from './findings-panel.tsx'
import { objectsColumn, reasonColumn, sizeColumn } from './object-columns.tsx'
import { ReplicasPanel } from './replicas-panel.tsx'
import { TablesPanel } from './tables-panel.tsx'

type Account = NonNullable<AuditDetail['account']>
type Line = Account['lines'][number]

/** Why each object exists: the lines add up to the listing. */
function AccountPanel({ audit, account }: { audit: AuditDetail; account: Account }) {
  const { unexplainedObjects } = account
  return (
    <Panel
      title="Breakdown"
      description="Why each object is in the bucket. Objects shared by several parts count once."
      flush
      footer={
        <span role="status">
          {unexplainedObjects === 0n
            ? `All ${formatCountOf(audit.objects, 'object')} explained.`
            : `${formatCountOf(unexplainedObjects, 'object')} not explained.`}
        </span>
      }
    >
      <DataTable label="Breakdown" columns={columns} rows={account.lines} getRowId={(row) => row.reason} />
    </Panel>
  )
}

const columns: readonly DataColumn<Line>[] = [reasonColumn('Reason'), objectsColumn(), sizeColumn()]

/** One audit: its progress, why each object exists, and the findings. */
export function AuditPage({ id }: { id: string }) {
  const query = useAudit(id)
  const audit = query.data
  if (!audit) return <PageWithoutData title="Bucket audit" task="read the audit" query={query} />
  return (
    <div className="flex flex-col gap-4">
      <RunHeader
        lead="Audit of"
        subject={audit.bucket}
        look={auditLooks[audit.status]}
        run={audit}
        actions={<AuditActions audit={audit} />}
        onError={{
          title: 'The audit failed',
          hint: 'Fix the cause, then start again. Nothing was changed.',
        }}
      />
      {audit.obstacle ? (
        <ErrorState
          error={{
            title: 'Orphans: no conclusion',
            object: audit.obstacle,
            hint: 'Start the replica, then audit again. If its cluster has no disk in this bucket, exclude the cluster.',
          }}
          className="rounded-lg border bg-warn-soft"
        />
      ) : null}
      {audit.leftOut.length > 0 ? (
        <ErrorState
          error={{
            title: `Excluded: ${audit.leftOut.map(({ clusterName }) => clusterName).join(', ')}`,
            object: `Excluded by ${audit.requestedBy}. The audit assumes that it has no disk in ${audit.bucket}.`,
            hint: 'If it has one, its objects are listed as orphans. A removal checks all replicas before it removes an object.',
          }}
          className="rounded-lg border bg-warn-soft"
        />
      ) : null}
      <AuditProgress audit={audit} panel={panelFromLedger(query, { task: 'read the audit' })} />
      {audit.account ? (
        <>
          <AccountPanel audit={audit} account={audit.account} />
          <TablesPanel audit={audit} />
          <FindingsPanel audit={audit} />
          <RemovalsPanel of={{ auditId: audit.id }} />
        </>
      ) : null}
      <ReplicasPanel audit={audit} />
      <HistoryPanel id={id} kind="bucket-audit" />
      <Panel title="Configuration">
        <KeyValueList items={factsOf(audit)} />
      </Panel>
    </div>
  )
}

function factsOf({ sourceName, prefixes, graceMinutes, cutoffAt, listedAt, timeLimitMinutes }: AuditDetail) {
  return [
    { key: 'source', label: 'Source', value: sourceName },
    {
      key: 'prefixes',
      label: 'Prefixes',
      value: prefixes.map((prefix) => (prefix === '' ? 'the whole bucket' : prefix)).join(', '),
      mono: true,
    },
    {
      key: 'grace',
      label: 'Grace age',
      value: formatDuration(graceMinutes * 60_000),
      note: cutoffAt ? (
        <>
          Objects changed since <RelativeTime at={cutoffAt} />, by the clock of the store, are not judged. The
          limit is the grace age before the listing, or one minute before the oldest running work, whichever
          is earlier.
        </>
      ) : undefined,
    },
    {
      key: 'listed',
      label: 'Listed',
      value: listedAt ? <RelativeTime at={listedAt} /> : 'not yet',
      note: 'Replicas were read after the listing, so that new objects are known.',
    },
    { key: 'limit', label: 'Time limit', value: formatDuration(timeLimitMinutes * 60_000) },
  ]
}

/** Actions that its current state allows. */
function AuditActions({ audit }: { audit: AuditDetail }) {
  const { id, status, bucket } = audit
  const send = useAuditActions()
  const admin = useRoleAllows('admin')
  const { orphans, uploads } = audit.findings
  const isRemovable = status === 'completed' && audit.obstacle === null && orphans.count + uploads.count > 0
  if (!useRoleAllows('operator')) return null
  return (
    <RunActions
      run={audit}
      send={{ cancel: send.cancel, retry: send.retry }}
      cancel={{
        title: `Cancel the audit of ${bucket}?`,
        description: 'The results so far are deleted. Nothing was changed in the bucket or on a node.',
        confirmLabel: 'Cancel audit',
      }}
      retry={{
        title: `Retry the audit of ${bucket}?`,
        description: 'The bucket is listed and all replicas are read again from the start.',
      }}
      after={
        <>
          {status === 'completed' && audit.obstacle !== null ? (
            <Link href={routes.newBucketAudit(audit.clusterSlug)} className={buttonClasses('primary')}>
              <RotateCw aria-hidden /> Audit again
            </Link>
          ) : null}
          {admin && isRemovable ? (
            <Link href={routes.removeOrphans(audit.clusterSlug, id)} className={buttonClasses()}>
              <Trash2 aria-hidden /> Remove orphans
            </Link>
          ) : null}
        </>
      }
    />
  )
}

function answeredOf(audit: AuditDetail) {
  const { findings, nodes, account } = audit
  return {
    ...audit,
    orphans: { objects: BigInt(findings.orphans.count), bytes: findings.orphans.bytes },
    missing: BigInt(findings.missing.count),
    unexplained: account?.unexplainedObjects ?? 0n,
    tooNew: account?.lines.find(({ reason }) => reason === tooNewReason)?.objects ?? 0n,
    inconclusive: audit.obstacle !== null,
    replicasRead: nodes.filter(({ status }) => status === 'read').length,
    replicas: nodes.length,
  }
}

/** Why the bytes of the bucket exist, on one bar. The table below has the same figures. */
function AccountBar({ account: { lines } }: { account: Account }) {
  return (
    <ShareBar
      label="Bytes of the bucket by reason"
      shares={lines.map(({ reason, bytes }) => ({ key: reason, label: reason, value: bytes }))}
      formatValue={formatBytes}
    />
  )
}

/** Its progress: what was listed, what the replicas reported. */
function AuditProgress({ audit, panel }: { audit: AuditDetail; panel: LedgerPanel }) {
  const now = useNow()
  const active = isActiveAudit(audit)
  const { nodes, startedAt, finishedAt, findings } = audit
  const end = finishedAt ?? (active ? now : null)
  const read = nodes.filter(({ status }) => status === 'read').length
  const concluded = audit.status === 'completed' && audit.obstacle === null
  return (
    <Panel title="Progress" {...panel}>
      <div className="flex flex-col gap-4">
        <AnswerFirst inset answer={answerAudit(answeredOf(audit))}>
          {audit.account ? <AccountBar account={audit.account} /> : null}
        </AnswerFirst>
        <p role="status" className="text-ink-2 text-sm">
          {audit.status === 'queued' ? 'Waiting for a worker' : active ? phaseWords[audit.phase] : 'Finished'}
          .{audit.waitReason ? ` ${audit.waitReason}` : ''}
        </p>
        <StatRow>
          <Stat label="Objects" value={<Count value={audit.objects} />} note="listed in the bucket" />
          <Stat label="Size" value={<Bytes value={audit.objectBytes} />} note="of these" />
          <Stat
            label="Replicas"
            value={`${read}/${nodes.length}`}
            note={nodes.some(({ pass }) => pass === 2) ? 'read twice' : 'read'}
          />
          <Stat
            label="Orphans"
            value={concluded ? <Count value={findings.orphans.count} /> : '—'}
            note={
              concluded ? (
                <Bytes value={findings.orphans.bytes} />
              ) : active ? (
                'available at the end'
              ) : (
                'unknown'
              )
            }
          />
          <Stat
            label="Missing"
            value={audit.status === 'completed' ? <Count value={findings.missing.count} /> : '—'}
            note="not in the bucket"
          />
          <Stat
            label="Duration"
            value={startedAt && end ? formatDuration(end.getTime() - startedAt.getTime()) : '—'}
          />
        </StatRow>
      </div>
    </Panel>
  )
}
