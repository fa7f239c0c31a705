import { useQueryClient } from '@tanstack/react-query'
import { useTRPC } from '@/trpc/context.ts'

/** After a channel was changed: refetches everything about alerts, and closes the form. */
export function useAfterSave(onDone: () => void) {
  const trpc = useTRPC()
  const queryClient = useQueryClient()
  return {
    onSettled: () => queryClient.invalidateQueries({ queryKey: trpc.alerts.pathKey() }),
    onSuccess: onDone,
  }
}
