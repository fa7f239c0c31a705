import { callRest } from './rest.ts'
import { coldBucket } from './store.ts'
import { expect } from './test.ts'

/** Runs an audit below the prefix to its end, and returns the keys of its orphans. */
export async function auditBucket(prefix: string): Promise<{ id: string; orphans: string[] }> {
  const { body } = await callRest<{ sources: { id: string; name: string }[] }>('GET', '/sources')
  const sourceId = body.sources.find(({ name }) => name === 'Demo store')?.id
  const start = { cluster: 'demo', sourceId, bucket: coldBucket, prefixes: [prefix], graceMinutes: 0 }
  const { body: made } = await callRest<{ id: string }>('POST', '/bucket-audits', { body: start })
  await expect
    .poll(async () => (await callRest<{ status: string }>('GET', `/bucket-audits/${made.id}`)).body.status, {
      timeout: 30_000,
    })
    .toBe('completed')
  const { body: found } = await callRest<{ findings: { key: string }[] }>(
    'GET',
    `/bucket-audits/${made.id}/findings?kind=orphan&limit=500`,
  )
  return { id: made.id, orphans: found.findings.map(({ key }) => key) }
}
