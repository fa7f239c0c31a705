import { z } from 'zod'
import { clusterKey, coverage, freshFlag, observed, queryFlag } from '../reading/schema.ts'

const identifier = z.string().min(1).max(255)

const tableAt = z.object({ cluster: clusterKey, database: identifier, table: identifier })

export const getTablePolicyInput = tableAt.extend({ fresh: freshFlag })
export type GetTablePolicyInput = z.input<typeof getTablePolicyInput>

export const changeTablePolicyInput = tableAt.extend({
  policy: identifier.describe('The policy that the table shall have on every node.'),
  withoutMissingNodes: queryFlag
    .default(false)
    .describe('Change the nodes that answer and leave out those that do not; finish them later.'),
})
export type ChangeTablePolicyInput = z.input<typeof changeTablePolicyInput>

export const policyChangeCheck = z.object({
  id: z.string(),
  node: z.string().nullable(),
  outcome: z.enum(['passed', 'warning', 'blocking']),
  text: z.string(),
  hint: z.string().nullable(),
})

const volumeBytes = z.object({
  name: z.string().describe('Of a volume, or of a disk that no volume of the policy has.'),
  bytes: z.bigint().describe('Active parts of this table on it.'),
})

export const policyChoice = z.object({
  policy: z.string(),
  verdict: z
    .enum(['current', 'finish', 'allowed', 'refused'])
    .describe('current: on it everywhere. finish: on it on some nodes, and it can be on the rest.'),
  volumes: z.array(z.string()).describe('In the order in which the server fills them.'),
  checks: z.array(policyChangeCheck),
  nodes: z.array(
    z.object({
      node: z.string(),
      from: z.string(),
      state: z.enum(['current', 'allowed', 'refused']),
      statement: z
        .string()
        .nullable()
        .describe(
          'As it would be sent; null where nothing is, also where a Replicated database brings the change.',
        ),
      bytesDueAtOnce: z.bigint().describe('What move_factor would make the server move at once, at most.'),
    }),
  ),
})
export type PolicyChoice = z.infer<typeof policyChoice>

export const tablePolicyView = observed(
  z.object({
    coverage,
    database: z.string(),
    table: z.string(),
    policy: z
      .string()
      .nullable()
      .describe('Null when the nodes do not agree: a change that is half applied.'),
    byNode: z.array(
      z.object({
        node: z.string(),
        shard: z.number().int(),
        replica: z.number().int(),
        policy: z.string(),
        volumes: z.array(volumeBytes),
        bytes: z.bigint(),
      }),
    ),
    absentFrom: z.array(z.string()),
    choices: z.array(policyChoice).describe('Every policy that any node knows.'),
  }),
)
export type TablePolicyView = z.infer<typeof tablePolicyView>

export const tablePolicyChange = z.object({
  policy: z.string(),
  complete: z.boolean().describe('Every node that has the table was read back and is on the policy.'),
  nodes: z.array(
    z.object({
      node: z.string(),
      outcome: z
        .enum(['already', 'changed', 'refused', 'unknown', 'not-tried'])
        .describe('As read back from the node. not-tried: an earlier node refused, or it was left out.'),
      policy: z.string().nullable().describe('What the node says now; null when it could not be read back.'),
      statement: z.string().nullable(),
      queryId: z.string().nullable(),
      message: z.string().nullable(),
    }),
  ),
})
export type TablePolicyChange = z.infer<typeof tablePolicyChange>
