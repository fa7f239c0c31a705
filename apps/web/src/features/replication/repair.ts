import { runLooks } from '@/features/run/run-looks.ts'
import type { Repair, RepairDraft } from './hooks/use-repairs.ts'

export const repairWords: Record<RepairDraft['kind'], { verb: string; title: string }> = {
  sync: { verb: 'Sync', title: 'SYSTEM SYNC REPLICA' },
  restart: { verb: 'Restart', title: 'SYSTEM RESTART REPLICA' },
  restore: { verb: 'Restore', title: 'SYSTEM RESTORE REPLICA' },
  drop: { verb: 'Drop', title: 'SYSTEM DROP REPLICA' },
}

export const repairLooks = runLooks({
  running: 'The statement was sent.',
  completed: 'Completed. See the figures after it.',
  failed: 'Failed, or not verified.',
  cancelled: 'Cancelled. Changes so far are kept.',
})

/** The repaired replica; null if it did not respond, or was dropped. */
export function replicaOf(
  { replicas }: Repair['before'],
  { replicaName, nodeName }: { replicaName: string; nodeName: string | null },
) {
  const own =
    replicas.find((replica) => replica.replicaName === replicaName) ??
    replicas.find((replica) => replica.node === nodeName)
  return own ? { node: own.node, rows: BigInt(own.rows), queued: BigInt(own.queued) } : null
}
