import { z } from 'zod'
import { flagInput } from '../base/flag-input.ts'
import { nodeUrlSchema } from './node-url.ts'

const label = z.string().trim().min(1).max(100)

const clusterNodeInput = z.object({
  /** Default: host and port. */
  name: label.optional(),
  url: nodeUrlSchema,
  shard: z.int().min(1).max(10_000),
  replica: z.int().min(1).max(100),
})

/** Addresses of the replicas and the credentials. `tlsCaPem` is trusted instead of the built-in authorities. */
export const connectionInput = z.object({
  nodes: z
    .array(clusterNodeInput)
    .min(1, 'A cluster has at least one node.')
    .max(1_000)
    .superRefine((nodes, check) => {
      for (const [index, node] of nodes.entries()) {
        const earlier = nodes.slice(0, index)
        const reason = clashOf(node, earlier)
        if (reason) check.addIssue({ code: 'custom', message: reason, path: [index] })
      }
    }),
  username: z.string().min(1).max(200),
  password: z.string().max(1_000),
  clusterName: z.string().trim().min(1).max(200).nullable().default(null),
  tlsVerify: flagInput.default(true),
  tlsCaPem: z.string().max(100_000).includes('-----BEGIN CERTIFICATE-----').nullable().default(null),
})
export type ConnectionInput = z.input<typeof connectionInput>
export type Connection = z.output<typeof connectionInput>

export const clusterNameInput = label

type NodeInput = z.output<typeof clusterNodeInput>

function clashOf(node: NodeInput, earlier: NodeInput[]): string | undefined {
  if (earlier.some((other) => other.url === node.url)) return `The address ${node.url} is used twice.`
  const name = nodeName(node)
  if (earlier.some((other) => nodeName(other) === name)) return `The node name ${name} is used twice.`
  if (earlier.some((other) => other.shard === node.shard && other.replica === node.replica)) {
    return `Shard ${node.shard}, replica ${node.replica} is used twice.`
  }
  return undefined
}

export function nodeName(node: { name?: string | undefined; url: string }): string {
  return node.name ?? new URL(node.url).host
}
