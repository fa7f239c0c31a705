'use client'
import { useTRPC, useTRPCClient } from '@/trpc/context.ts'
import { useObservedQuery } from '@/trpc/use-observed-query.ts'
import type { TtlTable } from '../table-ttl.ts'

export function useTableTtl(at: TtlTable) {
  const trpc = useTRPC()
  const client = useTRPCClient()
  return useObservedQuery(trpc.tableTtls.get.queryKey(at), (fresh, signal) =>
    client.tableTtls.get.query({ ...at, fresh }, signal ? { signal } : {}),
  )
}
