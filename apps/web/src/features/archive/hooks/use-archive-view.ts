import { useMutation, useQuery } from '@tanstack/react-query'
import { useTRPC } from '@/trpc/context.ts'
import type { RouterInputs, RouterOutputs } from '@/trpc/router-outputs.ts'
import { useActionHandlers } from '@/trpc/use-action-handlers.ts'
import { useReadAgain } from '@/trpc/use-read-again.ts'

export type ArchiveViewPage = RouterOutputs['archiveViews']['get']

/** Asks every node. Where rows are read from changes with each archive and restore, and with what ends them. */
export function useArchiveView(at: RouterInputs['archiveViews']['get']) {
  const trpc = useTRPC()
  const options = trpc.archiveViews.get.queryOptions(at)
  const queries = [{ queryKey: options.queryKey }]
  useReadAgain(['archive-view', 'archive', 'archive-restore', 'archive-expiry', 'restore-removal'], queries)
  return useQuery(options)
}

/** An error is shown as a toast with its hint. */
export function useArchiveViewActions() {
  const trpc = useTRPC()
  const handlers = useActionHandlers(trpc.archiveViews.pathKey())
  const { create, drop } = trpc.archiveViews
  return {
    create: useMutation(create.mutationOptions(handlers('create the view'))),
    drop: useMutation(drop.mutationOptions(handlers('drop the view'))),
  }
}
