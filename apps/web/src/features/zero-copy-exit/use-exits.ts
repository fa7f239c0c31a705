'use client'
import { isDrivenRun } from '@frostline/domain'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useTRPC } from '@/trpc/context.ts'
import type { RouterInputs } from '@/trpc/router-inputs.ts'
import type { RouterOutputs } from '@/trpc/router-outputs.ts'
import { useActionHandlers } from '@/trpc/use-action-handlers.ts'
import { useReadAgain } from '@/trpc/use-read-again.ts'

export type Exit = RouterOutputs['zeroCopyExits']['get']
export type ExitPreview = RouterOutputs['zeroCopyExits']['preview']
export type ExitDraft = RouterInputs['zeroCopyExits']['preview']

export function useExits(at: { cluster: string; database: string; table: string }) {
  const trpc = useTRPC()
  const options = trpc.zeroCopyExits.list.queryOptions({ ...at, limit: 20 })
  useReadAgain('zero-copy-exit', [{ queryKey: options.queryKey }, trpc.zeroCopy.table.queryFilter(at)])
  return useQuery(options)
}

/** Refetched on each announced change; the poll is for progress, which its tier migrations announce. */
export function useExit(id: string) {
  const trpc = useTRPC()
  const options = trpc.zeroCopyExits.get.queryOptions({ id })
  // An exit changes who shares the objects of its table: the table's tab reads that again.
  useReadAgain('zero-copy-exit', [{ queryKey: options.queryKey }, trpc.zeroCopy.table.queryFilter()], id)
  return useQuery({
    ...options,
    refetchInterval: (now) => (now.state.data && isDrivenRun(now.state.data.status) ? 2_000 : false),
  })
}

/** Reads the metadata of every file and Keeper nodes: after a selection, and on request. */
export function useExitPreview(draft: ExitDraft, enabled: boolean) {
  const trpc = useTRPC()
  return useQuery({
    ...trpc.zeroCopyExits.preview.queryOptions(draft),
    ...{ enabled, staleTime: 0, gcTime: 0, retry: false, refetchOnWindowFocus: false },
  })
}

export function useExitActions() {
  const { zeroCopyExits } = useTRPC()
  const handlers = useActionHandlers(zeroCopyExits.pathKey())
  return {
    request: useMutation(zeroCopyExits.request.mutationOptions(handlers('plan the exit'))),
    start: useMutation(zeroCopyExits.start.mutationOptions(handlers('start the exit'))),
    pause: useMutation(zeroCopyExits.pause.mutationOptions(handlers('pause the exit'))),
    resume: useMutation(zeroCopyExits.resume.mutationOptions(handlers('resume the exit'))),
    cancel: useMutation(zeroCopyExits.cancel.mutationOptions(handlers('cancel the exit'))),
    retry: useMutation(zeroCopyExits.retry.mutationOptions(handlers('retry the exit'))),
    goBack: useMutation(zeroCopyExits.goBack.mutationOptions(handlers('go back'))),
  }
}
