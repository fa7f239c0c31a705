'use client'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useTRPC } from '@/trpc/context.ts'
import type { RouterOutputs } from '@/trpc/router-outputs.ts'
import { useActionHandlers } from '@/trpc/use-action-handlers.ts'
import { useReadAgain } from '@/trpc/use-read-again.ts'

export type StartStep = RouterOutputs['startHere']['get']['steps'][number]

export function useStartHere(cluster: string) {
  const trpc = useTRPC()
  const options = trpc.startHere.get.queryOptions({ cluster })
  useReadAgain(['tier-migration', 'load-job', 'bucket-audit'], [{ queryKey: options.queryKey }])
  return useQuery(options)
}

export function useMark(cluster: string) {
  const trpc = useTRPC()
  const handlers = useActionHandlers(trpc.startHere.get.queryKey({ cluster }))
  return useMutation(trpc.startHere.mark.mutationOptions(handlers('update the checklist')))
}

/** Marks the step "See where bytes are stored" as done. Used by the page that shows it. */
export function useSawStorage(): void {
  const trpc = useTRPC()
  const { mutate } = useMutation(trpc.startHere.mark.mutationOptions())
  useEffect(() => mutate({ mark: 'saw-storage' }), [mutate])
}
