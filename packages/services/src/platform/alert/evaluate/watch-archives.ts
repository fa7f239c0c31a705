import type { Database } from '@frostline/db'
import { isStillStored, type WatchedArchive } from '@frostline/domain'

/** Archives of a cluster with faults that the last comparison with the bucket has found. */
export async function watchArchives(db: Database, clusterId: string): Promise<WatchedArchive[]> {
  const found = await db.archive.findMany({
    where: { run: { clusterId }, faults: { some: {} } },
    include: {
      faults: { orderBy: { key: 'asc' } },
      steps: { select: { ordinal: true, state: true, rows: true, restoredAt: true } },
    },
  })
  return found.map(({ id, database, table, bucket, faults, steps }) => {
    const hit = new Set(faults.map(({ stepOrdinal }) => stepOrdinal))
    const away = steps.filter(({ ordinal, restoredAt }) => hit.has(ordinal) && restoredAt === null)
    const sum = (of: typeof away) => of.reduce((all, { rows }) => all + (rows ?? 0n), 0n)
    return {
      ...{ id, database, table, bucket, key: faults[0]?.key ?? '' },
      missing: faults.filter(({ kind }) => kind === 'missing').length,
      changed: faults.filter(({ kind }) => kind === 'changed').length,
      lostRows: sum(away.filter(({ state }) => !isStillStored(state))),
      heldRows: sum(away.filter(({ state }) => state === 'detached' || state === 'attaching')),
    }
  })
}
