'use client'
import { describeTarget } from '@frostline/domain'
import { Button, ConfirmDialog, formatBytes } from '@frostline/ui'
import { ShieldCheck } from 'lucide-react'
import { useRouter } from 'next/navigation'
import { routes } from '@/navigation/routes.ts'
import { useMigrationActions } from '../hooks/use-migration-actions.ts'
import type { MigrationDetail } from '../status.ts'

/** Reads back what has arrived, at any later time. */
export function CheckDeeply({ migration }: { migration: MigrationDetail }) {
  const router = useRouter()
  const actions = useMigrationActions(migration.id)
  const done = migration.stepList.filter((step) => step.status === 'completed')
  const bytes = formatBytes(done.reduce((sum, step) => sum + step.plannedBytes + step.sharedBytes, 0n))
  return (
    <ConfirmDialog
      title={`Read ${bytes} of ${migration.database}.${migration.table} back from ${describeTarget(migration)}?`}
      description={`Reads each part twice: with CHECK TABLE, which uses the filesystem cache and may evict ${bytes} of other data, and for a checksum of its rows, which bypasses the cache. It costs store requests and traffic and follows the rate limit of this migration. It moves nothing. You can cancel it.`}
      confirmLabel="Run deep check"
      cancelLabel="Cancel"
      onConfirm={async () => {
        const { id } = await actions.checkDeeply()
        router.push(routes.migration(migration.clusterSlug, id))
      }}
      trigger={<Button icon={<ShieldCheck aria-hidden />}>Run deep check</Button>}
    />
  )
}
