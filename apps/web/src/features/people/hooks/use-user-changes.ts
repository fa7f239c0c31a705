'use client'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { sessionQuery } from '@/auth/session.ts'
import { useTRPC } from '@/trpc/context.ts'
import { useActionHandlers } from '@/trpc/use-action-handlers.ts'

/** An admin's actions on one user. Rejections, such as for the last admin, are shown as toasts with their hint. */
export function useUserChanges(email: string) {
  const trpc = useTRPC()
  const queryClient = useQueryClient()
  const handlers = useActionHandlers(trpc.users.pathKey())
  const setRole = useMutation(
    trpc.users.setRole.mutationOptions({
      ...handlers(`change the role of ${email}`),
      // It may be the own account: what this tab offers follows the session.
      onSuccess: () => void queryClient.invalidateQueries(sessionQuery),
    }),
  )
  const disable = useMutation(trpc.users.disable.mutationOptions(handlers(`disable ${email}`)))
  const enable = useMutation(trpc.users.enable.mutationOptions(handlers(`enable ${email}`)))
  const resetPassword = useMutation(
    trpc.users.resetPassword.mutationOptions(handlers(`set a new password for ${email}`)),
  )
  const setBreakGlass = useMutation(
    trpc.users.setBreakGlass.mutationOptions(handlers(`change the break-glass access of ${email}`)),
  )
  const resetSecondFactor = useMutation(
    trpc.users.resetSecondFactor.mutationOptions(handlers(`reset the second factor of ${email}`)),
  )
  return { setRole, disable, enable, resetPassword, setBreakGlass, resetSecondFactor }
}
