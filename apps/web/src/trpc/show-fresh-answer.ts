import type { QueryClient, QueryKey } from '@tanstack/react-query'

/**
 * Shows what the cluster said just now. A question that was already under way may bring an answer of some seconds ago,
 * and would put it in place of this one: it is given up first.
 */
export async function showFreshAnswer(
  queryClient: QueryClient,
  queryKey: QueryKey,
  answer: unknown,
): Promise<void> {
  await queryClient.cancelQueries({ queryKey, exact: true })
  queryClient.setQueryData(queryKey, answer)
}
