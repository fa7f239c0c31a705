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
      description="Whatever uses it is refused from its next request on, and so is every token that it created. This cannot be undone: a new token has to be made and handed out."
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
