import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useTRPC } from '@/trpc/context.ts'
import type { RouterOutputs } from '@/trpc/router-outputs.ts'
import { showFailure } from '@/trpc/show-failure.ts'
import { useReadAgain } from '@/trpc/use-read-again.ts'

export type CustomRole = RouterOutputs['customRoles']['list'][number]

/** For admins. */
export function useCustomRoles() {
  const trpc = useTRPC()
  const options = trpc.customRoles.list.queryOptions()
  useReadAgain('custom-role', [{ queryKey: options.queryKey }])
  return useQuery(options)
}

export function useCustomRoleActions() {
  const trpc = useTRPC()
  const queryClient = useQueryClient()
  // Grants show the name of their role.
  const onSettled = () =>
    Promise.all([
      queryClient.invalidateQueries({ queryKey: trpc.customRoles.pathKey() }),
      queryClient.invalidateQueries({ queryKey: trpc.teams.pathKey() }),
    ])
  return {
    create: useMutation(trpc.customRoles.create.mutationOptions({ onSettled })),
    update: useMutation(trpc.customRoles.update.mutationOptions({ onSettled })),
    remove: useMutation(
      trpc.customRoles.remove.mutationOptions({
        onSettled,
        onError: (error) => showFailure(error, 'delete the custom role'),
      }),
    ),
  }
}
