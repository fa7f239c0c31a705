import { listStoragePolicies } from '@frostline/clickhouse'
import { authorizeInput } from '../platform/base/authorize.ts'
import type { ServiceContext } from '../platform/base/context.ts'
import { readCluster } from '../platform/reading/read-cluster.ts'
import { type StorageInput, type StoragePolicyList, storageInput } from './schema.ts'

/** Policies with the names of their volumes, each as on the first node that has it. */
export async function listPolicies(ctx: ServiceContext, given: StorageInput): Promise<StoragePolicyList> {
  const input = await authorizeInput(ctx, 'viewer', storageInput, given)
  const { readings, coverage, envelope } = await readCluster(ctx, input, (reader) =>
    reader.ask(listStoragePolicies, {}),
  )
  const policies = new Map<string, { name: string; volumes: string[]; node: string }>()
  for (const { node, value } of readings)
    for (const { policy_name: name, volume_name: volume } of value) {
      const policy = policies.get(name) ?? { name, volumes: [], node: node.name }
      policies.set(name, policy)
      if (policy.node === node.name) policy.volumes.push(volume)
    }
  return {
    ...envelope,
    data: { coverage, policies: [...policies.values()].map(({ name, volumes }) => ({ name, volumes })) },
  }
}
