import type { AuditTask } from './audit-task.ts'
import { lookIntoStore } from './look-into-store.ts'

const atOnce = 16

/**
 * The bucket went on while the replicas were asked: each finding is looked for again. What was missing may have been written
 * since, and an object that no replica knew may have been removed with its part. Either is struck; the second look at the
 * replicas then says whether the rest is still needed, or still unknown.
 */
export async function confirmFindings(task: AuditTask): Promise<void> {
  const { deps, run, audit, source } = task
  const { id: auditId } = run
  for (let after = 0n; ; ) {
    const page = await deps.db.bucketFinding.findMany({
      where: { auditId, kind: { in: ['missing', 'size_differs', 'orphan'] }, id: { gt: after } },
      select: { id: true, kind: true, key: true, neededBytes: true },
      orderBy: { id: 'asc' },
      take: atOnce * 10,
    })
    if (page.length === 0 || (await task.stopped())) return
    const settled: bigint[] = []
    for (let at = 0; at < page.length; at += atOnce)
      await Promise.all(
        page.slice(at, at + atOnce).map(async ({ id, kind, key, neededBytes }) => {
          const found = await lookIntoStore(task, async () => {
            const head = await source.store.head(audit.bucket, key)
            return head.kind === 'not-found' ? { kind: 'ok' as const, sizeBytes: null } : head
          })
          const rightBytes = kind === 'orphan' ? null : neededBytes
          if (found && found.sizeBytes === rightBytes) settled.push(id)
        }),
      )
    await deps.db.bucketFinding.deleteMany({ where: { auditId, id: { in: settled } } })
    after = page.at(-1)?.id ?? after
  }
}
