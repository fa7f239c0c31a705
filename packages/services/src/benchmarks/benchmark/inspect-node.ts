import { listDatabases, listDisks, listStoragePolicies } from '@frostline/clickhouse'
import { isOfOneTable } from '@frostline/domain'
import type { z } from 'zod'
import { authorizeInput } from '../../platform/base/authorize.ts'
import type { ServiceContext } from '../../platform/base/context.ts'
import { ServiceError } from '../../platform/base/service-error.ts'
import type { NodeReader } from '../../platform/reading/node-reader.ts'
import { type ClusterReading, readCluster } from '../../platform/reading/read-cluster.ts'
import { listBenchDisks } from './inspect-table.ts'
import { type BenchNodeFacts, benchNodeInput } from './schema.ts'

/**
 * What can be benchmarked on a node: its disks, policies, and databases for our table.
 * @throws ServiceError `not_found`, `unreachable`
 */
export async function inspectBenchNode(
  ctx: ServiceContext,
  given: z.input<typeof benchNodeInput>,
): Promise<BenchNodeFacts> {
  const { cluster, node } = await authorizeInput(ctx, 'operator', benchNodeInput, given)
  const { reading, data } = await readBenchNode(ctx, cluster, node)
  return { ...reading.envelope, data }
}

export async function readBenchNode(
  ctx: ServiceContext,
  cluster: string,
  node: string,
): Promise<{ reading: ClusterReading<BenchNodeFacts['data']>; data: BenchNodeFacts['data'] }> {
  const reading = await readCluster(ctx, { cluster, fresh: true, nodes: [node] }, inspectNode)
  const [only] = reading.readings
  if (only) return { reading, data: only.value }
  const reason = reading.envelope.nodes[0]?.message ?? 'it does not answer'
  throw new ServiceError('unreachable', `${node} could not be checked: ${reason}`, {
    hint: 'Check that the node runs, or choose another.',
  })
}

async function inspectNode(reader: Pick<NodeReader, 'ask'>): Promise<BenchNodeFacts['data']> {
  const [disks, volumes, databases] = await Promise.all([
    reader.ask(listDisks, {}),
    reader.ask(listStoragePolicies, {}),
    reader.ask(listDatabases, {}),
  ])
  const policies = new Map<string, string[]>()
  for (const { policy_name, disks: own } of volumes)
    policies.set(policy_name, [...(policies.get(policy_name) ?? []), ...own])
  return {
    disks: listBenchDisks(disks),
    policies: [...policies]
      // Created by the server for a table on one disk.
      .filter(([name]) => !isOfOneTable(name))
      .map(([name, own]) => ({ name, disks: own })),
    databases: databases.map(({ name }) => name),
  }
}
