import { impatientS3Settings, probeS3, QueryFailedError, type QueryOptions } from '@frostline/clickhouse'
import { ServiceError } from '../../base/service-error.ts'
import type { ConnectedNode } from '../../cluster/cluster-connection.ts'
import { judgeNodeRead } from '../explain-node-read.ts'
import type { OpenSource, SourceObjects } from '../open-source.ts'
import { makeSourceCheck, type SourceCheck } from './schema.ts'

const options: QueryOptions = { timeoutMs: 10_000, maxExecutionSeconds: 8, settings: impatientS3Settings }

/** What one node gets from each bucket: a node may not reach what the console reaches. Reads no data. */
export async function inspectFromNode(
  source: OpenSource,
  node: ConnectedNode,
  samples: ReadonlyMap<string, string>,
): Promise<SourceCheck[]> {
  const checks: SourceCheck[] = []
  for (const bucket of source.buckets) {
    checks.push(await probe('list', bucket, { glob: '**', format: 'One' }, 'The node can list it.'))
    const key = samples.get(bucket)
    if (key !== undefined)
      checks.push(await probe('get', bucket, { key, format: 'One' }, `The node can access ${key}.`))
  }
  return checks

  async function probe(
    id: SourceCheck['id'],
    bucket: string,
    objects: SourceObjects,
    success: string,
  ): Promise<SourceCheck> {
    try {
      const s3 = source.arguments(bucket, objects)
      const params = Object.fromEntries(
        Object.entries(s3.params).map(([name, value]) => [name, String(value)]),
      )
      await node.client.query(probeS3(s3), params, options)
      return makeSourceCheck(id, 'passed', success, { bucket })
    } catch (thrown) {
      if (thrown instanceof ServiceError)
        return makeSourceCheck(id, 'skipped', thrown.message, {
          bucket,
          ...(thrown.hint ? { hint: thrown.hint } : {}),
        })
      if (!(thrown instanceof QueryFailedError)) throw thrown
      const { message, hint } = judgeNodeRead(thrown)
      const lacksGrant = thrown.failure.kind === 'refused' && thrown.failure.error.code === 669
      return makeSourceCheck(lacksGrant ? 'collection' : id, 'failed', message, { bucket, hint })
    }
  }
}
