'use client'
import { useTRPC, useTRPCClient } from '@/trpc/context.ts'
import type { RouterOutputs } from '@/trpc/router-outputs.ts'
import { useOffsetPages } from '@/trpc/use-offset-pages.ts'

export type PartitionComparison = RouterOutputs['replication']['differences']['data']['partitions'][number]

/** Read when the tab is opened and when asked again: it looks at every part of the table. */
export function useReplicaDifferences(
  at: { cluster: string; database: string; table: string },
  differentOnly: boolean,
) {
  const trpc = useTRPC()
  const client = useTRPCClient()
  const input = { ...at, differentOnly, limit: 100 }
  return useOffsetPages({
    queryKey: trpc.replication.differences.queryKey(input),
    readPage: (offset, signal) => client.replication.differences.query({ ...input, offset }, { signal }),
    measure: ({ data }) => ({ rows: data.partitions.length, total: data.total }),
  })
}
