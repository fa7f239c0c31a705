'use client'
import { useQuery } from '@tanstack/react-query'
import { useTRPC } from '@/trpc/context.ts'
import type { RouterOutputs } from '@/trpc/router-outputs.ts'

export type TableSharing = RouterOutputs['zeroCopy']['table']['data']
export type SharedPart = TableSharing['parts'][number]
export type ZeroCopyFinding = TableSharing['findings'][number]

/** Fetched when the tab is opened and on request: it reads the metadata of every file and Keeper nodes. */
export function useTableSharing(at: { cluster: string; database: string; table: string }, offset: number) {
  const trpc = useTRPC()
  return useQuery({ ...trpc.zeroCopy.table.queryOptions({ ...at, offset }), staleTime: 60_000 })
}

export type ReadinessCheck = RouterOutputs['zeroCopy']['readiness']['data']['checks'][number]

/** Looks for samples of the disks in saved sources: fetched when the panel is opened and on request. */
export function useReadiness(at: { cluster: string; database: string; table: string }) {
  const trpc = useTRPC()
  return useQuery({ ...trpc.zeroCopy.readiness.queryOptions(at), staleTime: 60_000 })
}
