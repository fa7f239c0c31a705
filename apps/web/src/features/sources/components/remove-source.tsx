'use client'
import { Button, ConfirmDialog, showToast } from '@frostline/ui'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Trash2 } from 'lucide-react'
import { useTRPC } from '@/trpc/context.ts'
import { tellFailure } from '@/trpc/tell-failure.ts'
import type { Source } from '../source.ts'

export function RemoveSource({ source }: { source: Source }) {
  const trpc = useTRPC()
  const queryClient = useQueryClient()
  const remove = useMutation(
    trpc.sources.remove.mutationOptions({
      onError: (error) => tellFailure(error, `remove the source ${source.name}`),
      onSettled: () => queryClient.invalidateQueries({ queryKey: trpc.sources.pathKey() }),
    }),
  )
  return (
    <ConfirmDialog
      danger
      title={`Remove ${source.name}?`}
      description="Frostline deletes the address and the key. Audit entries are kept. No object in the store changes."
      confirmLabel="Remove source"
      cancelLabel="Keep it"
      onConfirm={async () => {
        await remove.mutateAsync({ id: source.id })
        showToast({ tone: 'success', title: `Removed ${source.name}` })
      }}
      trigger={
        <Button size="sm" icon={<Trash2 aria-hidden />} aria-label={`Remove ${source.name}`}>
          Remove
        </Button>
      }
    />
  )
}
