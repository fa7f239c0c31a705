import type { Database } from '@frostline/db'
import { type HeldPartition, openRunStatuses, type StoppedMovesNote } from '@frostline/domain'

/** What this console is running on one table, by node name. */
export interface TablePlans {
  stoppedByNode: ReadonlyMap<string, StoppedMovesNote>
  heldByNode: ReadonlyMap<string, ReadonlyMap<string, HeldPartition>>
}

export async function readPlans(
  db: Database,
  at: { clusterId: string; database: string; table: string },
): Promise<TablePlans> {
  const [stops, steps] = await Promise.all([
    db.stoppedMoves.findMany({ where: at }),
    db.tierMigrationStep.findMany({
      where: {
        status: { in: ['planned', 'running'] },
        migration: { ...at, run: { status: { in: [...openRunStatuses] } } },
      },
      select: { nodeName: true, partitionId: true, migrationId: true, toVolume: true, status: true },
    }),
  ])
  const heldByNode = new Map<string, Map<string, HeldPartition>>()
  for (const step of steps) {
    const held = heldByNode.get(step.nodeName) ?? new Map<string, HeldPartition>()
    heldByNode.set(step.nodeName, held)
    held.set(step.partitionId, {
      migrationId: step.migrationId,
      toVolume: step.toVolume,
      stepRunning: step.status === 'running',
    })
  }
  return {
    stoppedByNode: new Map(
      stops.map((row) => [
        row.nodeName,
        { source: 'ledger', sinceMs: row.since.getTime(), by: row.workerId } as const,
      ]),
    ),
    heldByNode,
  }
}
