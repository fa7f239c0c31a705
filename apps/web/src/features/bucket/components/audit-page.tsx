'use client'
import { ErrorState, formatDuration, KeyValueList, Panel, RelativeTime } from '@frostline/ui'
import { HistoryPanel } from '@/features/run/history-panel.tsx'
import { RunHeader } from '@/features/run/run-header.tsx'
import { PageWithoutData } from '@/features/shell/components/page-without-data.tsx'
import { panelFromLedger } from '@/trpc/panel-from-query.ts'
import { type AuditDetail, auditLooks } from '../bucket-audit.ts'
import { useAudit } from '../hooks/use-audits.ts'
import { RemovalsPanel } from '../removal/components/removals-panel.tsx'
import { AccountPanel } from './account-panel.tsx'
import { AuditActions } from './audit-actions.tsx'
import { AuditProgress } from './audit-progress.tsx'
import { FindingsPanel } from './findings-panel.tsx'
import { ReplicasPanel } from './replicas-panel.tsx'
import { TablesPanel } from './tables-panel.tsx'

/** One audit: how far it is, why each object is there, and what does not fit. */
export function AuditPage({ id }: { id: string }) {
  const query = useAudit(id)
  const audit = query.data
  if (!audit) return <PageWithoutData title="Bucket audit" task="read the audit" query={query} />
  return (
    <div className="flex flex-col gap-4">
      <RunHeader
        title={
          <>
            Audit of <span className="font-mono">{audit.bucket}</span>
          </>
        }
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
