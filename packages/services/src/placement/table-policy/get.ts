import { authorizeInput } from '../../platform/base/authorize.ts'
import type { ServiceContext } from '../../platform/base/context.ts'
import { compareValues } from '../../platform/reading/compare.ts'
import { judgeChoice } from './judge.ts'
import { type ObservedTablePolicy, observeTablePolicy } from './observe.ts'
import { type GetTablePolicyInput, getTablePolicyInput, type TablePolicyView } from './schema.ts'

/**
 * The policy of a table on each node, and every policy that it could change to: whether the server would accept it,
 * what is missing if not, and what it would change on each node.
 */
export async function getTablePolicy(
  ctx: ServiceContext,
  given: GetTablePolicyInput,
): Promise<TablePolicyView> {
  const input = await authorizeInput(ctx, 'viewer', getTablePolicyInput, given)
  const at = { database: input.database, table: input.table }
  const { reading, present, absentFrom } = await observeTablePolicy(ctx, input)
  const current = new Set(present.map(({ from }) => from.name))
  const known = new Set(present.flatMap(({ policies }) => [...policies.keys()]))
  const [first] = current
  return {
    ...reading.envelope,
    data: {
      ...at,
      coverage: reading.coverage,
      policy: current.size === 1 ? (first ?? null) : null,
      byNode: present.map(toNodeView),
      absentFrom,
      choices: [...known].sort(compareValues).map((policy) => judgeChoice(at, present, policy)),
    },
  }
}

function toNodeView({
  node,
  from,
  held,
  heldByVolume,
}: ObservedTablePolicy): TablePolicyView['data']['byNode'][number] {
  return {
    node: node.name,
    shard: node.shard,
    replica: node.replica,
    policy: from.name,
    volumes: [...heldByVolume].map(([name, bytes]) => ({ name, bytes })),
    bytes: [...held.values()].reduce((sum, bytes) => sum + bytes, 0n),
  }
}
