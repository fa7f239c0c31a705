'use client'
import { useQuery } from '@tanstack/react-query'
import { useTRPC } from '@/trpc/context.ts'
import type { RouterOutputs } from '@/trpc/router-outputs.ts'

export type TableSharing = RouterOutputs['zeroCopy']['table']['data']
export type SharedPart = TableSharing['parts'][number]
export type ZeroCopyFinding = TableSharing['findings'][number]

/** Read when the tab is opened and when asked again: it reads metadata of every file and nodes of Keeper. */
export function useTableSharing(at: { cluster: string; database: string; table: string }, offset: number) {
  const trpc = useTRPC()
  return useQuery({ ...trpc.zeroCopy.table.queryOptions({ ...at, offset }), staleTime: 60_000 })
}

export type ReadinessCheck = RouterOutputs['zeroCopy']['readiness']['data']['checks'][number]

/** Looks for samples of the disks in saved sources: read when the panel is opened and when asked again. */
export function useReadiness(at: { cluster: string; database: string; table: string }) {
  const trpc = useTRPC()
  return useQuery({ ...trpc.zeroCopy.readiness.queryOptions(at), staleTime: 60_000 })
}
