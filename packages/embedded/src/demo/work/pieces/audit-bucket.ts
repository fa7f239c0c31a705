import { setTimeout as sleep } from 'node:timers/promises'
import {
  CLUSTER,
  findDemoSource,
  findOwn,
  makeOnce,
  type RunView,
  type WorkContext,
  waitForRun,
} from '../work-context.ts'

/** Below the cold disk of shard 1, with a name like those that the server generates. */
export const ORPHAN = 'demo/shard-1-replica-1/dem/oplantedorphanobjectofnopartq'
/** Younger objects are not judged: the clocks of nodes and store may differ by a minute. */
const JUDGED_AFTER_MS = 75_000
const MAX_AUDITS = 4

/** Leaves an object in the bucket of the cold disks that no part needs, as an interrupted upload would. */
export async function plantOrphan({ store, record, buckets }: WorkContext): Promise<void> {
  if (record.find('orphan') !== null) return
  await store.put(buckets.cold, ORPHAN, 'The demo left this object behind. No part needs it.\n')
  await record.note('orphan', new Date().toISOString())
}

/** Audits the bucket of the cold disks. An audit beside other work leaves young objects out, and is repeated. */
export async function auditBucket(context: WorkContext): Promise<void> {
  const { console, record } = context
  const plantedAt = Date.parse(record.find('orphan') ?? '')
  await sleep(Math.max(0, plantedAt + JUDGED_AFTER_MS - Date.now()))
  for (let attempt = 1; attempt <= MAX_AUDITS; attempt++) {
    const id = await startAudit(context, attempt)
    await waitForRun(context, `/bucket-audits/${id}`)
    const { findings } = await console.get<{ findings: { key: string }[] }>(
      `/bucket-audits/${id}/findings?kind=orphan&limit=500`,
    )
    if (findings.some(({ key }) => key === ORPHAN)) return
    await sleep(15_000)
  }
  throw new Error(`${MAX_AUDITS} audits did not report the planted orphan.`)
}

function startAudit(context: WorkContext, attempt: number): Promise<string> {
  const { console, buckets } = context
  return makeOnce(
    context,
    `audit ${attempt}`,
    async () => {
      const { audits } = await console.get<{ audits: RunView[] }>(`/bucket-audits?cluster=${CLUSTER}`)
      const known = Array.from({ length: attempt - 1 }, (_, index) =>
        context.record.find(`audit ${index + 1}`),
      )
      return findOwn(audits, ({ id }) => !known.includes(id))
    },
    async () => {
      const { disks } = await console.read<{ disks: { prefixes: string[] }[] }>(
        `/clusters/${CLUSTER}/bucket-look`,
      )
      await console.post('/bucket-audits', {
        ...{ cluster: CLUSTER, sourceId: await findDemoSource(context), bucket: buckets.cold },
        ...{ prefixes: [...new Set(disks.flatMap(({ prefixes }) => prefixes))], graceMinutes: 0 },
      })
    },
  )
}
