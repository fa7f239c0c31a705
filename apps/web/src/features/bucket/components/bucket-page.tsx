'use client'
import { keptAudits } from '@frostline/domain'
import {
  buttonClasses,
  bytesColumn,
  Count,
  countColumn,
  type DataColumn,
  EmptyPicture,
  numberColumn,
  SkeletonRows,
} from '@frostline/ui'
import { Cloud, PackageSearch, Table2 } from 'lucide-react'
import Link from 'next/link'
import { Begin } from '@/auth/begin.tsx'
import { useRoleAllows } from '@/auth/use-person.ts'
import { requestedByColumn, startedColumn, stateColumn } from '@/features/run/run-columns.tsx'
import { PageHeader } from '@/features/shell/components/page-header.tsx'
import { linkColumn } from '@/features/status/link-column.tsx'
import { PagedPanel } from '@/features/status/paged-panel.tsx'
import { late } from '@/navigation/late.tsx'
import { routes } from '@/navigation/routes.ts'
import { type AuditSummary, auditLooks } from '../bucket-audit.ts'
import { useAudits } from '../hooks/use-audits.ts'
import { FindObject } from '../inspector/find-object.tsx'

const RemovalsPanel = late(
  async () => (await import('../removal/components/removals-panel.tsx')).RemovalsPanel,
  <SkeletonRows count={4} />,
)

/** Every audit of a bucket of the cluster. */
export function BucketPage({ cluster }: { cluster: string }) {
  return (
    <div className="flex flex-col gap-4">
      <PageHeader
        title="Bucket audit"
        description="Compare the bucket with the cluster: objects by table and part, orphans, and missing objects."
        actions={<AuditLink cluster={cluster} />}
      />
      <FindObject cluster={cluster} />
      <PagedPanel
        title="Audits"
        description={`An audit reads the whole bucket and all replicas. It changes nothing. The last ${keptAudits} finished audits are kept.`}
        task="read the audits"
        label="Audits"
        query={useAudits(cluster)}
        rowsOf={(page) => page.audits}
        columns={columnsOf(cluster)}
        empty={{
          picture: (
            <EmptyPicture
              of={[
                [Cloud, 'cold'],
                [PackageSearch, 'accent'],
                [Table2, 'hot'],
              ]}
            />
          ),
          title: 'No audits',
          children:
            'Lists the bucket of your S3 disks, reads from all replicas which objects they need, and classifies each object as active, detached, frozen, being written, or orphaned.',
          action: (
            <Begin needed="operator" what="start audits">
              <AuditLink cluster={cluster} />
            </Begin>
          ),
        }}
      />
      <RemovalsPanel of={{ cluster }} />
    </div>
  )
}

function columnsOf(cluster: string): readonly DataColumn<AuditSummary>[] {
  return [
    linkColumn('bucket', 'Bucket', { minWidthPx: 190, hideable: false }, (row) => ({
      href: routes.bucketAudit(cluster, row.id),
      text: row.bucket,
    })),
    stateColumn((row) => auditLooks[row.status]),
    countColumn('objects', 'Objects', 96, (row) => row.objects),
    bytesColumn('bytes', 'Size', 96, (row) => row.objectBytes),
    numberColumn(
      'orphans',
      'Orphans',
      { minWidthPx: 100, description: 'Objects that no replica knows. A dash means no conclusion.' },
      (row) => (isConcluded(row) ? <Count value={row.findings.orphans.count} /> : '—'),
    ),
    numberColumn(
      'missing',
      'Missing',
      { minWidthPx: 100, description: 'Objects that a replica needs and that are not in the bucket.' },
      (row) => (row.status === 'completed' ? <Count value={row.findings.missing.count} /> : '—'),
    ),
    requestedByColumn(),
    startedColumn(),
  ]
}

function isConcluded({ status, obstacle }: AuditSummary): boolean {
  return status === 'completed' && obstacle === null
}

/** Link to a new audit. */
function AuditLink({ cluster }: { cluster: string }) {
  if (!useRoleAllows('operator')) return null
  return (
    <Link href={routes.newBucketAudit(cluster)} className={buttonClasses()}>
      <PackageSearch aria-hidden /> Audit a bucket
    </Link>
  )
}
