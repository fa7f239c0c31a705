'use client'
import { Button, ConfirmDialog, showToast } from '@frostline/ui'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useTRPC } from '@/trpc/context.ts'
import { tellFailure } from '@/trpc/tell-failure.ts'
import type { Cluster } from '../cluster.ts'
import { StoppedMovesChoice } from './stopped-moves-choice.tsx'

export function RemoveCluster({ cluster }: { cluster: Cluster }) {
  const trpc = useTRPC()
  const queryClient = useQueryClient()
  const [open, setOpen] = useState(false)
  const [leave, setLeave] = useState(false)
  const remove = useMutation(
    trpc.clusters.remove.mutationOptions({
      onError: (error) => tellFailure(error, `remove the cluster ${cluster.name}`),
      onSettled: () => queryClient.invalidateQueries({ queryKey: trpc.clusters.pathKey() }),
    }),
  )
  return (
    <ConfirmDialog
      danger
      title={`Remove ${cluster.name}?`}
      description="Deletes from Frostline: its addresses and password, the history of finished runs with their proofs, and file backups of finished storage rollouts. Audit entries are kept. Nothing is sent to the cluster. Its data does not change."
      confirmLabel="Remove cluster"
      cancelLabel="Keep it"
      typeToConfirm={cluster.name}
      open={open}
      onOpenChange={(next) => {
        setOpen(next)
        setLeave(false)
      }}
      onConfirm={async () => {
        await remove.mutateAsync({ cluster: cluster.id, stoppedMoves: leave ? 'leave' : 'refuse' })
        showToast({ tone: 'success', title: `Removed ${cluster.name}` })
      }}
      trigger={
        <Button size="sm" icon={<Trash2 aria-hidden />} aria-label={`Remove ${cluster.name}`}>
          Remove
        </Button>
      }
    >
      {open ? <StoppedMovesChoice cluster={cluster.id} leave={leave} onLeaveChange={setLeave} /> : null}
    </ConfirmDialog>
  )
}
