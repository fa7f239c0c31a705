'use client'
import { useTRPC, useTRPCClient } from '@/trpc/context.ts'
import type { RouterOutputs } from '@/trpc/router-outputs.ts'
import { useObservedQuery } from '@/trpc/use-observed-query.ts'
import { useOffsetPages } from '@/trpc/use-offset-pages.ts'

export type ReplicationList = RouterOutputs['replication']['list']['data']
export type ReplicaSet = ReplicationList['sets'][number]
export type Replica = ReplicaSet['replicas'][number]
export type NodeReplication = ReplicationList['byNode'][number]

/** Replicated tables of a cluster, worst first, page by page. */
export function useReplication(cluster: string, filter: { search: string; problemsOnly: boolean }) {
  const trpc = useTRPC()
  const client = useTRPCClient()
  const input = { cluster, ...filter, limit: 50 }
  return useOffsetPages({
    queryKey: trpc.replication.list.queryKey(input),
    readPage: (offset, signal) => client.replication.list.query({ ...input, offset }, { signal }),
    measure: ({ data }) => ({ rows: data.sets.length, total: data.total }),
    refetchIntervalMs: 15_000,
  })
}

export function useTableReplication(at: { cluster: string; database: string; table: string }) {
  const trpc = useTRPC()
  return useObservedQuery(trpc.replication.table.queryOptions(at))
}
