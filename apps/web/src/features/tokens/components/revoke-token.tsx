'use client'
import { Button, ConfirmDialog, showToast } from '@frostline/ui'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Ban } from 'lucide-react'
import { useTRPC } from '@/trpc/context.ts'
import { tellFailure } from '@/trpc/tell-failure.ts'
import type { Token } from '../token.ts'

export function RevokeToken({ token }: { token: Token }) {
  const trpc = useTRPC()
  const queryClient = useQueryClient()
  const revoke = useMutation(
    trpc.tokens.revoke.mutationOptions({
      onError: (error) => tellFailure(error, `revoke the token ${token.name}`),
      onSettled: () => queryClient.invalidateQueries({ queryKey: trpc.tokens.pathKey() }),
    }),
  )
  return (
    <ConfirmDialog
      danger
      title={`Revoke ${token.name}?`}
      description="Requests with this token, and with tokens it created, are rejected from now on. This cannot be undone. Create a new token to restore access."
      confirmLabel="Revoke token"
      cancelLabel="Keep it"
      onConfirm={async () => {
        await revoke.mutateAsync({ id: token.id })
        showToast({ tone: 'success', title: `${token.name} is revoked` })
      }}
      trigger={
        <Button variant="danger" className="self-start" icon={<Ban aria-hidden />}>
          Revoke token
        </Button>
      }
    />
  )
}
