import { type Database, holdNodeWatch } from '@frostline/db'
import { nextCloseLook } from './look-times.ts'

/** Writes down that a node gave no answer, and looks again soon. */
export async function recordSilence(
  db: Database,
  at: { clusterId: string; nodeName: string },
  now: Date,
): Promise<void> {
  await db.$transaction(async (tx) => {
    const watch = await holdNodeWatch(tx, at)
    if (!watch || (watch.answeredAt && watch.answeredAt >= now)) return
    const failedFrom = watch.failedFrom ?? now
    await tx.nodeWatch.update({
      where: { clusterId_nodeName: at },
      data: { failedFrom, failedTo: now, nextLookAt: nextCloseLook(now, failedFrom) },
    })
  })
}
