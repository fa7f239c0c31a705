import { useTRPC } from '@/trpc/context.ts'
import { useRefetch } from '@/trpc/use-action-handlers.ts'

/** After a channel was changed: refetches everything about alerts, and closes the form. */
export function useAfterSave(onDone: () => void) {
  return { ...useRefetch(useTRPC().alerts.pathKey()), onSuccess: onDone }
}
