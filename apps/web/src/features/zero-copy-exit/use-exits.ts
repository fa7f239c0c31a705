'use client'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useTRPC } from '@/trpc/context.ts'
import { useChanges } from '@/trpc/live-changes.tsx'
import type { RouterInputs } from '@/trpc/router-inputs.ts'
import type { RouterOutputs } from '@/trpc/router-outputs.ts'
import { useActionHandlers } from '@/trpc/use-action-handlers.ts'

export type Exit = RouterOutputs['zeroCopyExits']['get']
export type ExitPreview = RouterOutputs['zeroCopyExits']['preview']
export type ExitDraft = RouterInputs['zeroCopyExits']['preview']

/** A worker has it in hand. */
const isActiveExit = ({ status }: Pick<Exit, 'status'>) =>
  status === 'queued' || status === 'running' || status === 'pausing' || status === 'cancelling'

export function useExits(at: { cluster: string; database: string; table: string }) {
  const trpc = useTRPC()
  const queryClient = useQueryClient()
  const options = trpc.zeroCopyExits.list.queryOptions({ ...at, limit: 20 })
  useChanges('zero-copy-exit', () => void queryClient.invalidateQueries({ queryKey: options.queryKey }))
  return useQuery(options)
}

/** Each announced change reads it again; the poll is for progress, which its tier migrations announce. */
export function useExit(id: string) {
  const trpc = useTRPC()
  const queryClient = useQueryClient()
  const options = trpc.zeroCopyExits.get.queryOptions({ id })
  useChanges('zero-copy-exit', (changed) => {
    if (changed === id) void queryClient.invalidateQueries({ queryKey: options.queryKey })
  })
  return useQuery({
    ...options,
    refetchInterval: (now) => (now.state.data && isActiveExit(now.state.data) ? 2_000 : false),
  })
}

/** Reads metadata of every file and nodes of Keeper: when something is chosen, and when asked again. */
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
