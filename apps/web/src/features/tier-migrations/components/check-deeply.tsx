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
      description={`Every part is read twice: by CHECK TABLE, which goes through the filesystem cache and may push ${bytes} of other data out of it, and for a checksum of its rows, which goes past the cache. It costs requests and traffic of the store, keeps to the pace of this migration, moves nothing, and can be cancelled.`}
      confirmLabel="Check deeply now"
      cancelLabel="Cancel"
      onConfirm={async () => {
        const { id } = await actions.checkDeeply()
        router.push(routes.migration(migration.clusterSlug, id))
      }}
      trigger={<Button icon={<ShieldCheck aria-hidden />}>Check deeply</Button>}
    />
  )
}
