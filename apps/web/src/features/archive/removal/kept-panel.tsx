'use client'
import { formatCountOf, Panel, RelativeTime, useNow } from '@frostline/ui'
import Link from 'next/link'
import { useRoleAllows } from '@/auth/use-person.ts'
import { LookPill } from '@/features/status/look-pill.tsx'
import { routes } from '@/navigation/routes.ts'
import { type RestoreDetail, removalLooks } from '../archive.ts'
import { KeepDialog } from './keep-dialog.tsx'
import { useRemovals } from './use-removals.ts'

/** Whether and when the restored rows are removed again. */
export function KeptPanel({ restore }: { restore: RestoreDetail }) {
  const removals = useRemovals(restore.id).data?.pages.flatMap((page) => page.removals) ?? []
  const isAdmin = useRoleAllows('admin')
  const now = useNow()
  const isGone = restore.removedPartitions === restore.partitions
  return (
    <Panel
      title="Removal"
      description="When the restored rows are removed from ClickHouse again. The archive keeps its files."
      actions={isAdmin && !isGone ? <KeepDialog restore={restore} /> : null}
    >
      <div className="flex flex-col gap-3 text-sm">
        <p role="status">{describe(restore, now)}</p>
        {removals.length === 0 ? null : (
          <ul className="flex flex-col gap-2">
            {removals.map((removal) => (
              <li key={removal.id} className="flex flex-wrap items-center gap-2">
                <LookPill look={removalLooks[removal.status]} />
                <Link
                  className="hover:underline"
                  href={routes.restoreRemoval(removal.clusterSlug, removal.id)}
                >{`Removal of ${removal.removedPartitions} of ${removal.partitions} partitions`}</Link>
                <RelativeTime at={removal.createdAt} />
              </li>
            ))}
          </ul>
        )}
      </div>
    </Panel>
  )
}

function describe({ kept, removeAt, removedPartitions, partitions }: RestoreDetail, now: Date | null) {
  if (removedPartitions === partitions) return 'All restored rows were removed. They are in the archive.'
  const part = removedPartitions > 0 ? `${removedPartitions} of ${partitions} partitions were removed. ` : ''
  if (kept === null) return `${part}The restored rows stay until somebody deletes them.`
  const by = `Set by ${kept.setBy}.`
  if (removeAt === null)
    return `${part}The restored rows are removed ${formatCountOf(kept.days, 'day')} after they were compared. ${by}`
  if (now !== null && removeAt <= now)
    return (
      <>
        {part}The restored rows were due for removal <RelativeTime at={removeAt} />. {by}
      </>
    )
  return (
    <>
      {part}The restored rows are removed <RelativeTime at={removeAt} />. {by}
    </>
  )
}
