import { useQueryClient } from '@tanstack/react-query'
import { useTRPC } from '@/trpc/context.ts'

/** What follows a change of a channel: everything about alerts is asked again, and the form is done. */
export function useAfterSave(onDone: () => void) {
  const trpc = useTRPC()
  const queryClient = useQueryClient()
  return {
    onSettled: () => queryClient.invalidateQueries({ queryKey: trpc.alerts.pathKey() }),
    onSuccess: onDone,
  }
}
