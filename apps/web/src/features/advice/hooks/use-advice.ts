'use client'
import { useMutation } from '@tanstack/react-query'
import { useTRPC } from '@/trpc/context.ts'
import type { RouterOutputs } from '@/trpc/router-outputs.ts'
import { useActionHandlers } from '@/trpc/use-action-handlers.ts'
import { useObservedQuery } from '@/trpc/use-observed-query.ts'

export type AdviceList = RouterOutputs['advice']['list']['data']
export type Advice = AdviceList['advice'][number]

export function useAdvice(cluster: string) {
  const trpc = useTRPC()
  return useObservedQuery(trpc.advice.list.queryOptions({ cluster }))
}

export function useAdviceActions(cluster: string) {
  const trpc = useTRPC()
  const handlers = useActionHandlers(trpc.advice.list.queryKey({ cluster }))
  return {
    hide: useMutation(trpc.advice.hide.mutationOptions(handlers('hide the advice'))),
    show: useMutation(trpc.advice.show.mutationOptions(handlers('show the advice'))),
    follow: useMutation(trpc.advice.follow.mutationOptions(handlers('record what the advice promises'))),
  }
}
