import { randomUUID } from 'node:crypto'
import { interactiveS3Settings, probeS3, QueryFailedError, type QueryOptions } from '@frostline/clickhouse'
import type { z } from 'zod'
import { authorize } from '../../../platform/base/authorize.ts'
import type { ServiceContext } from '../../../platform/base/context.ts'
import { parseInput } from '../../../platform/base/parse-input.ts'
import { ServiceError } from '../../../platform/base/service-error.ts'
import type { ConnectedNode } from '../../../platform/cluster/cluster-connection.ts'
import { nothingExempt } from '../../../platform/net/explain-address.ts'
import { explainEndpoint, readAllowedHosts } from '../check-address.ts'
import { judgeNodeRead } from '../explain-node-read.ts'
import { type OpenSource, openSourceWith, readSourceSecret, type SourceObjects } from '../open-source.ts'
import { sourceRef } from '../schema.ts'
import { findSource } from '../source-record.ts'
import { requireWholeAuth } from '../store-source.ts'
import { inspectFromConsole } from './inspect-from-console.ts'
import { makeSourceCheck, type SourceCheck, type SourceReport, testSourceInput } from './schema.ts'

const options: QueryOptions = { timeoutMs: 10_000, maxExecutionSeconds: 8, settings: interactiveS3Settings }

/** What one node can do with each bucket: a node may not reach what the console reaches. Reads no data. */
async function inspectFromNode(
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

/** Tests a stored source, from the console and from every node of every cluster. Stores nothing. */
export async function testSource(
  ctx: ServiceContext,
  given: z.input<typeof sourceRef>,
): Promise<SourceReport> {
  await authorize(ctx, 'operator')
  const source = await findSource(ctx.db, parseInput(sourceRef, given).id)
  return inspect(ctx, source, readSourceSecret(ctx, source))
}

/** The same for a form's values, before it is saved. The stored secret is only sent to its own endpoint. */
export async function testSourceInputs(
  ctx: ServiceContext,
  given: z.input<typeof testSourceInput>,
): Promise<SourceReport> {
  await authorize(ctx, 'admin', {
    action: 'source.test-connection',
    objectType: 'source',
    objectName: given.name,
  })
  const { id, ...wanted } = parseInput(testSourceInput, given)
  const stored = id === undefined ? null : await findSource(ctx.db, id)
  const keeps = stored?.endpoint === wanted.endpoint && stored.accessKeyId === wanted.accessKeyId
  const kept = keeps && wanted.secretAccessKey === '' ? readSourceSecret(ctx, stored) : undefined
  requireWholeAuth(wanted, kept !== undefined)
  const secret = kept ?? wanted.secretAccessKey
  const withKeys = wanted.auth !== 'environment' && wanted.accessKeyId !== ''
  const accessKeyId = withKeys ? wanted.accessKeyId : null
  return inspect(ctx, { ...wanted, id: id ?? randomUUID(), accessKeyId }, withKeys ? secret : undefined)
}

type Inspected = Parameters<typeof openSourceWith>[1]

async function inspect(
  ctx: ServiceContext,
  source: Inspected,
  secret: string | undefined,
): Promise<SourceReport> {
  const testedAt = ctx.now()
  const exempt = ctx.sourceAddresses ?? nothingExempt
  const fault = explainEndpoint(source, await readAllowedHosts(ctx.db), exempt)
  if (fault) {
    const hint = 'Enter another endpoint, or change the rules for sources.'
    const refused = makeSourceCheck('address', 'failed', fault, { hint })
    return { testedAt, usable: false, console: [refused], nodes: [] }
  }
  const open = openSourceWith(ctx, source, secret)
  try {
    const address = makeSourceCheck('address', 'passed', 'The rules for sources allow the endpoint.')
    const { checks, samples } = await inspectFromConsole(open)
    const nodes = await inspectFromNodes(ctx, open, samples)
    const all = [...checks, ...nodes.flatMap((node) => node.checks)]
    const usable = all.every(({ status }) => status !== 'failed')
    return { testedAt, usable, console: [address, ...checks], nodes }
  } finally {
    open.close()
  }
}

async function inspectFromNodes(
  ctx: ServiceContext,
  open: OpenSource,
  samples: ReadonlyMap<string, string>,
): Promise<SourceReport['nodes']> {
  const known = await ctx.db.cluster.findMany({ select: { id: true }, orderBy: { name: 'asc' } })
  const clusters = await Promise.all(known.map(({ id }) => ctx.clusters.get(id)))
  return Promise.all(
    clusters.flatMap(({ slug, name, nodes }) =>
      nodes.map(async (node) => ({
        cluster: slug,
        clusterName: name,
        node: node.name,
        checks: await inspectFromNode(open, node, samples),
      })),
    ),
  )
}
