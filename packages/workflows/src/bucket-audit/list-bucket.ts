import { changeBucketAudit, spoolListing } from '@frostline/db'
import type { StoredObject } from '@frostline/object-store'
import type { AuditTask } from './audit-task.ts'
import { readFromStore } from './read-from-store.ts'

/** Pages of a thousand that are stored in one batch. */
const pagesAtOnce = 5

/**
 * Stores the bucket's listing below the prefixes, a few thousand objects at a time, and continues where an earlier
 * worker stopped. It runs before anything is read from a replica.
 */
export async function listBucket(task: AuditTask): Promise<void> {
  const { deps, run, audit } = task
  if (audit.listedAt === null) {
    const sentAt = deps.now()
    const clock = await readFromStore(task, () => task.source.store.readClock(audit.bucket))
    if (!clock) return
    const clockOffsetMs = clock.now.getTime() - sentAt.getTime()
    audit.listedAt = clock.now
    audit.clockOffsetMs = clockOffsetMs
    await changeBucketAudit(deps.db, run, { listedAt: clock.now, clockOffsetMs })
  }
  let from = audit.listedKey
  for (let at = audit.listedPrefixes; at < audit.prefixes.length; at++, from = null)
    if (!(await listPrefix(task, at, from))) return
  if (!(await listUploads(task))) return
  await changeBucketAudit(deps.db, run, { phase: 'reading' })
  audit.phase = 'reading'
}

/** False: a person has stopped it. */
async function listPrefix(task: AuditTask, at: number, from: string | null): Promise<boolean> {
  const { deps, run, audit, source } = task
  let token: string | undefined
  let batch: StoredObject[] = []
  let pages = 0
  for (let startAfter = from ?? undefined; ; startAfter = undefined) {
    const options = { prefix: audit.prefixes[at], startAfter, token }
    const page = await readFromStore(task, () => source.store.listPage(audit.bucket, options))
    if (!page) return false
    batch.push(...page.objects)
    pages += 1
    token = page.nextToken ?? undefined
    if (token !== undefined && pages < pagesAtOnce) continue
    const key = batch.at(-1)?.key ?? null
    const listed = token === undefined ? { prefixes: at + 1, key: null } : { prefixes: at, key }
    await spoolListing(deps.db, run, batch, listed)
    task.announce()
    if (token === undefined) return true
    batch = []
    pages = 0
  }
}

/** Uploads that are older than the grace age: running ones are younger. */
async function listUploads(task: AuditTask): Promise<boolean> {
  const { deps, run, audit, source } = task
  const { id: auditId } = run
  await deps.db.bucketFinding.deleteMany({ where: { auditId, kind: 'upload' } })
  const latest = (audit.listedAt ?? deps.now()).getTime() - audit.graceMinutes * 60_000
  for (const prefix of audit.prefixes)
    for (let after: { key: string; uploadId: string } | undefined; ; ) {
      const page = await readFromStore(task, () =>
        source.store.listUploadPage(audit.bucket, { prefix, ...(after ? { after } : {}) }),
      )
      if (!page) return false
      await deps.db.bucketFinding.createMany({
        data: page.uploads
          .filter(({ begunAt }) => begunAt.getTime() <= latest)
          .map(({ key, uploadId, begunAt }) => ({
            ...{ auditId, kind: 'upload' as const, key, uploadId, modifiedAt: begunAt, confirmed: true },
          })),
      })
      if (!page.next) break
      after = page.next
    }
  return true
}
