import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { saveFile } from '@/navigation/save-file.ts'
import { useTRPC } from '@/trpc/context.ts'
import { byPages } from '@/trpc/more-rows.ts'
import { showFailure } from '@/trpc/show-failure.ts'
import { useActionHandlers } from '@/trpc/use-action-handlers.ts'
import { useReadAgain } from '@/trpc/use-read-again.ts'
import { isActive } from '../change-set.ts'

/** Newest first. Polled while one is active: it may end before this tab hears of changes. */
export function useChangeSets() {
  const trpc = useTRPC()
  const options = trpc.changeSets.list.infiniteQueryOptions({ limit: 50 }, byPages)
  useReadAgain('change-set', [{ queryKey: options.queryKey }, trpc.desiredState.managed.pathFilter()])
  return useInfiniteQuery({
    ...options,
    refetchInterval: (now) =>
      now.state.data?.pages.some(({ changeSets }) => changeSets.some(isActive)) ? 5_000 : false,
  })
}

/** Refetched on each announced change, and polled slowly for unannounced ones. */
export function useChangeSet(id: string) {
  const trpc = useTRPC()
  const options = trpc.changeSets.get.queryOptions({ id })
  useReadAgain('change-set', [{ queryKey: options.queryKey }], id)
  return useQuery({
    ...options,
    refetchInterval: (now) => (now.state.data && isActive(now.state.data) ? 3_000 : false),
  })
}

export function useManagedObjects() {
  const trpc = useTRPC()
  const options = trpc.desiredState.managed.queryOptions()
  useReadAgain('desired-state', [{ queryKey: options.queryKey }])
  return useQuery(options)
}

/** An admin's actions on a change set. An error is shown as a toast with its hint. */
export function useChangeSetActions() {
  const trpc = useTRPC()
  const handlers = useActionHandlers(trpc.changeSets.pathKey())
  const { approve, pause, resume, cancel, retry } = trpc.changeSets
  return {
    approve: useMutation(approve.mutationOptions(handlers('approve the change set'))),
    pause: useMutation(pause.mutationOptions(handlers('pause the change set'))),
    resume: useMutation(resume.mutationOptions(handlers('resume the change set'))),
    cancel: useMutation(cancel.mutationOptions(handlers('cancel the change set'))),
    retry: useMutation(retry.mutationOptions(handlers('continue the change set'))),
  }
}

export function useTakeOver() {
  const trpc = useTRPC()
  const handlers = useActionHandlers(trpc.desiredState.pathKey())
  return useMutation(trpc.desiredState.takeOver.mutationOptions(handlers('take it over from its file')))
}

/** Downloads the present state as frostline.yaml. */
export function useExportFile() {
  const trpc = useTRPC()
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => client.fetchQuery({ ...trpc.desiredState.export.queryOptions(), staleTime: 0 }),
    onSuccess: ({ yaml }) => saveFile('frostline.yaml', yaml, 'application/yaml'),
    onError: (error: unknown) => showFailure(error, 'export the file'),
  })
}
