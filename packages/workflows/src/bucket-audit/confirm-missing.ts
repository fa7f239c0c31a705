import { askStore } from './ask-store.ts'
import type { AuditTask } from './audit-task.ts'

const atOnce = 16

/**
 * What was not listed may have been written since: each is asked for. What is there in the size that the replica tells is
 * struck; the second look at the replicas then says whether the rest is still needed.
 */
export async function confirmMissing(task: AuditTask): Promise<void> {
  const { deps, run, audit, source } = task
  const { auditId } = run
  for (let after = 0n; ; ) {
    const page = await deps.db.bucketFinding.findMany({
      where: { auditId, kind: { in: ['missing', 'size_differs'] }, id: { gt: after } },
      select: { id: true, key: true, neededBytes: true },
      orderBy: { id: 'asc' },
      take: atOnce * 10,
    })
    if (page.length === 0 || (await task.stopped())) return
    const there: bigint[] = []
    for (let at = 0; at < page.length; at += atOnce)
      await Promise.all(
        page.slice(at, at + atOnce).map(async ({ id, key, neededBytes }) => {
          const found = await askStore(task, async () => {
            const head = await source.store.head(audit.bucket, key)
            return head.kind === 'not-found' ? { kind: 'ok' as const, sizeBytes: null } : head
          })
          if (found && found.sizeBytes === neededBytes) there.push(id)
        }),
      )
    await deps.db.bucketFinding.deleteMany({ where: { auditId, id: { in: there } } })
    after = page.at(-1)?.id ?? after
  }
}
