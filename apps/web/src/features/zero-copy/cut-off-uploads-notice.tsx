'use client'
import { buttonClasses, formatBytes, formatCountOf, formatExactTime, Panel } from '@frostline/ui'
import { ScanSearch } from 'lucide-react'
import Link from 'next/link'
import { useRoleAllows } from '@/auth/use-person.ts'
import { routes } from '@/navigation/routes.ts'
import { useTRPC } from '@/trpc/context.ts'
import { panelFromLedger } from '@/trpc/panel-from-query.ts'
import type { RouterOutputs } from '@/trpc/router-outputs.ts'
import { useObservedQuery } from '@/trpc/use-observed-query.ts'

type CutOffUpload = RouterOutputs['tierMigrations']['cutOffUploads']['uploads'][number]

interface Props {
  cluster: string
  of: { migrationId: string } | { database: string; table: string }
}

/**
 * Uploads to a shared disk that were cut off because their server died, with what an audit has found of them. Nothing
 * while there are none, or when the latest audit has found nothing left, unless they could not be read.
 */
export function CutOffUploadsNotice({ cluster, of }: Props) {
  const trpc = useTRPC()
  const operator = useRoleAllows('operator')
  const query = useObservedQuery(trpc.tierMigrations.cutOffUploads.queryOptions({ cluster, ...of }))
  const uploads = query.data?.uploads.filter(({ audit }) => audit?.orphans !== 0) ?? []
  const isUnread = query.data === undefined && query.error !== null
  if (uploads.length === 0 && !isUnread) return null
  return (
    <Panel
      title="Interrupted uploads"
      description="A server stopped or did not respond during an upload to a shared disk. Uploaded objects may be left in the bucket unknown to all replicas."
      className={isUnread ? undefined : 'border-warn'}
      actions={
        operator && uploads.some(({ audit }) => audit === null) ? (
          <Link href={routes.newBucketAudit(cluster)} className={buttonClasses('secondary', 'sm')}>
            <ScanSearch aria-hidden /> Audit the bucket
          </Link>
        ) : null
      }
      {...panelFromLedger(query, { task: 'read the interrupted uploads' })}
    >
      <ul aria-label="Interrupted uploads" className="flex flex-col gap-3">
        {uploads.map((upload) => (
          <li key={`${upload.node} ${upload.sentAt.toISOString()}`} className="min-w-0 break-words text-sm">
            <p className="font-medium">
              {upload.node} was interrupted while it uploaded partition {upload.partitionId} to{' '}
              {upload.toVolume}
            </p>
            <p className="text-ink-2 text-xs">
              Sent {formatExactTime(upload.sentAt)}
              {upload.cutOffAt ? `, server back ${formatExactTime(upload.cutOffAt)}` : ', no result'}. At most{' '}
              {formatBytes(upload.bytes)} may be left.{' '}
              {upload.logged
                ? `The log of ${upload.node} names ${formatCountOf(upload.logged.objects, 'object')} of ${formatBytes(upload.logged.bytes)}. The last seconds before the stop may be missing.`
                : `${upload.node} has no log of its uploads (system.blob_storage_log), or could not be read.`}
            </p>
            <Found cluster={cluster} audit={upload.audit} />
          </li>
        ))}
      </ul>
    </Panel>
  )
}

function Found({ cluster, audit }: { cluster: string; audit: CutOffUpload['audit'] }) {
  if (audit === null)
    return (
      <p className="text-ink-2 text-xs">
        No audit covers objects of that time yet. An audit reports only objects that are older than its grace
        time.
      </p>
    )
  return (
    <>
      <p className="text-warn-ink text-xs">
        {formatCountOf(audit.orphans, 'object')} of {formatBytes(audit.orphanBytes)} are left in{' '}
        {audit.bucket}, and no replica needs them. {explainEvidence(audit)}{' '}
        <Link href={routes.bucketAudit(cluster, audit.id)} className="underline">
          Open the audit
        </Link>{' '}
        to remove them through the quarantine.
      </p>
      <ul aria-label="Objects left" className="break-all font-mono text-2xs text-ink-2">
        {audit.keys.map((key) => (
          <li key={key}>{key}</li>
        ))}
        {audit.orphans > audit.keys.length ? (
          <li className="font-sans text-ink-3">and {audit.orphans - audit.keys.length} more</li>
        ) : null}
      </ul>
    </>
  )
}

function explainEvidence({ orphans, byLog }: NonNullable<CutOffUpload['audit']>): string {
  if (byLog === orphans) return 'The log of the server names all of them.'
  const byTime =
    'were written during the upload, and no log names another statement. They may belong to another program.'
  return byLog === 0
    ? `No log names them. They ${byTime}`
    : `The log of the server names ${byLog} of them. The others ${byTime}`
}
