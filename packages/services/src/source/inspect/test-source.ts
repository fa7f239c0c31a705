import { randomUUID } from 'node:crypto'
import type { z } from 'zod'
import { authorize } from '../../base/authorize.ts'
import type { ServiceContext } from '../../base/context.ts'
import { parseInput } from '../../base/parse-input.ts'
import { nothingExempt } from '../../net/explain-address.ts'
import { explainEndpoint, readAllowedHosts } from '../check-address.ts'
import { type OpenSource, openSourceWith, readSourceSecret } from '../open-source.ts'
import { sourceRef } from '../schema.ts'
import { findSource } from '../source-record.ts'
import { requireWholeAuth } from '../store-source.ts'
import { inspectFromConsole } from './inspect-from-console.ts'
import { inspectFromNode } from './inspect-from-node.ts'
import { makeSourceCheck, type SourceReport, testSourceInput } from './schema.ts'

/** Looks at a stored source, from the console and from every node of every cluster. Stores nothing. */
export async function testSource(
  ctx: ServiceContext,
  given: z.input<typeof sourceRef>,
): Promise<SourceReport> {
  await authorize(ctx, 'operator')
  const source = await findSource(ctx.db, parseInput(sourceRef, given).id)
  return inspect(ctx, source, readSourceSecret(ctx, source))
}

/** The same for what a form holds, before it is saved. The stored secret goes to its own endpoint only. */
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
