'use client'
import { type DataColumn, DataTable, formatDuration, KeyValueList, Panel, RelativeTime } from '@frostline/ui'
import Link from 'next/link'
import { HistoryPanel } from '@/features/run/history-panel.tsx'
import { RunHeader } from '@/features/run/run-header.tsx'
import { PageWithoutData } from '@/features/shell/components/page-without-data.tsx'
import { routes } from '@/navigation/routes.ts'
import { panelFromLedger } from '@/trpc/panel-from-query.ts'
import { objectsColumn, reasonColumn, sizeColumn } from '../../components/object-columns.tsx'
import { useRemoval } from '../hooks/use-removals.ts'
import { kindWords, type RemovalDetail, removalLooks } from '../removal.ts'
import { RemovalActions } from './removal-actions.tsx'
import { RemovalObjectsPanel } from './removal-objects-panel.tsx'
import { RemovalProgress } from './removal-progress.tsx'

type Reason = RemovalDetail['reasons'][number]

/** Why objects were left alone. */
function ReasonsPanel({ reasons }: { reasons: readonly Reason[] }) {
  return (
    <Panel title="Not removed" description="Reasons, most frequent first. See below for each object." flush>
      <DataTable
        label="Not removed"
        columns={columns}
        rows={reasons}
        getRowId={(row) => row.reason}
        maxHeightPx={280}
      />
    </Panel>
  )
}

const columns: readonly DataColumn<Reason>[] = [reasonColumn('Reason'), objectsColumn(), sizeColumn()]

/** One removal: what is in quarantine, when it is deleted, and the result of each object. */
export function RemovalPage({ id }: { id: string }) {
  const query = useRemoval(id)
  const removal = query.data
  if (!removal) return <PageWithoutData title="Orphan removal" task="read the removal" query={query} />
  return (
    <div className="flex flex-col gap-4">
      <RunHeader
        lead="Orphans of"
        subject={removal.bucket}
        look={removalLooks[removal.status]}
        run={removal}
        pausedBy={removal.pausedBy}
        {...(removal.approvedBy ? { more: `Deletion approved by ${removal.approvedBy}.` } : {})}
        actions={<RemovalActions removal={removal} />}
        onError={{
          title: 'The removal is stopped',
          hint: 'Fix the cause, then resume it or restore all objects. Work that was interrupted is checked first.',
        }}
      />
      <RemovalProgress removal={removal} panel={panelFromLedger(query, { task: 'read the removal' })} />
      {removal.reasons.length > 0 ? <ReasonsPanel reasons={removal.reasons} /> : null}
      <RemovalObjectsPanel removal={removal} />
      <Panel title="Configuration">
        <KeyValueList items={factsOf(removal)} />
      </Panel>
      <HistoryPanel id={id} kind="orphan-removal" />
    </div>
  )
}

function factsOf(removal: RemovalDetail) {
  const { auditId, clusterSlug, sourceName, choice, way, quarantinePrefix, waitHours, approvedAt } = removal
  return [
    {
      key: 'audit',
      label: 'Audit',
      value: auditId ? (
        <Link className="hover:underline" href={routes.bucketAudit(clusterSlug, auditId)}>
          {auditId.slice(0, 8)}
        </Link>
      ) : (
        'forgotten'
      ),
    },
    { key: 'source', label: 'Source', value: sourceName },
    { key: 'kinds', label: 'Kinds', value: choice.kinds.map((kind) => kindWords[kind]).join(', ') },
    {
      key: 'prefix',
      label: 'Keys below',
      value: choice.prefix === '' ? 'all audited keys' : choice.prefix,
    },
    {
      key: 'before',
      label: 'Changed before',
      value: choice.changedBefore ? (
        <RelativeTime at={new Date(choice.changedBefore)} />
      ) : (
        'as found by the audit'
      ),
    },
    {
      key: 'way',
      label: 'Quarantine',
      value: way === 'copy' ? quarantinePrefix : `tag frostline-quarantine = ${removal.id}`,
      mono: true,
    },
    {
      key: 'wait',
      label: 'Deletion',
      value:
        waitHours === null
          ? 'by a second person'
          : `by a second person, or after ${formatDuration(waitHours * 3_600_000)}`,
      note: approvedAt ? (
        <>
          Approved <RelativeTime at={approvedAt} />.
        </>
      ) : undefined,
    },
  ]
}
