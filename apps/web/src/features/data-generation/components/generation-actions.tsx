'use client'
import { Button, buttonClasses, ConfirmDialog, formatBytes, formatCountOf } from '@frostline/ui'
import { Ban, Import, RotateCw } from 'lucide-react'
import Link from 'next/link'
import { useRoleAllows } from '@/auth/use-person.ts'
import { routes } from '@/navigation/routes.ts'
import type { GenerationDetail } from '../generation.ts'
import { useGenerationActions } from '../hooks/use-generation-actions.ts'

/** What may be done with it in its present state. */
export function GenerationActions({ generation }: { generation: GenerationDetail }) {
  const { id, status, kind, sourceId, bucket, prefix, clusterSlug } = generation
  const operator = useRoleAllows('operator')
  const mayRetry = useRoleAllows(kind === 'query' ? 'admin' : 'operator')
  const { cancel, retry } = useGenerationActions()
  if (!operator) return null
  const folder = `${bucket}/${prefix}`
  const written = `${formatCountOf(generation.writtenFiles, 'file')} (${formatBytes(generation.writtenBytes)})`
  return (
    <>
      {status === 'queued' || status === 'running' ? (
        <ConfirmDialog
          danger
          title={`Cancel the generation into ${folder}?`}
          description={`Running statements are killed. Their open files are not written. ${written} stay in the bucket. A retry continues from there.`}
          confirmLabel="Cancel generation"
          cancelLabel="Keep running"
          onConfirm={async () => void (await cancel.mutateAsync({ id }))}
          trigger={<Button icon={<Ban aria-hidden />}>Cancel</Button>}
        />
      ) : null}
      {(status === 'failed' || status === 'cancelled') && mayRetry && sourceId !== null ? (
        <ConfirmDialog
          title={`Write the missing files in ${folder}?`}
          description={
            kind === 'query'
              ? `The query runs again from the start. Files of the previous run are deleted first.`
              : `${written} exist and are kept. The others are written.`
          }
          confirmLabel="Retry"
          cancelLabel="Cancel"
          onConfirm={async () => void (await retry.mutateAsync({ id }))}
          trigger={
            <Button variant="primary" icon={<RotateCw aria-hidden />}>
              Retry
            </Button>
          }
        />
      ) : null}
      {status === 'completed' && sourceId !== null ? (
        <Link
          className={buttonClasses('primary')}
          href={routes.newLoad(clusterSlug, { source: sourceId, bucket, glob: generation.pattern })}
        >
          <Import aria-hidden /> Load these files
        </Link>
      ) : null}
    </>
  )
}
