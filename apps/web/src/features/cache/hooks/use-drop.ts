'use client'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useTRPC } from '@/trpc/context.ts'
import type { RouterInputs } from '@/trpc/router-inputs.ts'
import type { RouterOutputs } from '@/trpc/router-outputs.ts'

export type DropTarget = Omit<RouterInputs['caches']['previewDrop'], 'nodes'>
export type DropPreviewNode = RouterOutputs['caches']['previewDrop']['data']['nodes'][number]

/** @param target null: nothing is asked. A preview is read anew each time: people decide on it. */
export function useDropPreview(target: DropTarget | null) {
  const trpc = useTRPC()
  return useQuery({
    ...trpc.caches.previewDrop.queryOptions(target ?? { cluster: '', cache: '' }),
    enabled: target !== null,
    staleTime: 0,
    gcTime: 0,
    retry: false,
  })
}

export function useDrop() {
  const trpc = useTRPC()
  const queryClient = useQueryClient()
  return useMutation(
    trpc.caches.drop.mutationOptions({
      onSuccess: (_report, { cluster }) => {
        // What was found before is not so any more; a person asks for it again.
        void queryClient.resetQueries({ queryKey: trpc.caches.residency.queryKey({ cluster }) })
        void queryClient.invalidateQueries({ queryKey: trpc.caches.get.queryKey({ cluster }) })
      },
    }),
  )
}
