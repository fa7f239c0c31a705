import { maxAnswerAgeHeader } from '@frostline/api/answer-age'
import { documentAnswers } from './late-answers.tsx'

/**
 * How old an answer may be that this tab gets. The console shares answers of the nodes for some seconds; once a person
 * has loaded the page or pressed Refresh, no question of the tab is answered with what was asked of a node before that
 * moment. It holds for every question from then on, also for further pages of a list and for panels beside it: each costs
 * the nodes one question at most, since its answer is newer than the click and serves again.
 * @param nowMs a clock that never goes back.
 * @param loadedMs when the page was loaded. Default: now.
 */
export function createAnswerAge(nowMs: () => number, loadedMs = nowMs()) {
  let since = loadedMs
  return {
    demandNew(): void {
      since = nowMs()
    },
    /** Of a request that is sent now. An age, not a time: the clocks of browsers and servers differ. */
    headers(): Record<string, string> {
      return { [maxAnswerAgeHeader]: String(Math.floor(nowMs() - since)) }
    },
  }
}

/** Of this tab, from the request of its document: the server may have asked the nodes already, for the HTML. */
export const answerAge = createAnswerAge(() => performance.now(), 0)

/** Anything refetchable; the result of useQuery and useInfiniteQuery is. */
export interface Readable {
  isFetching: boolean
  dataUpdatedAt: number
  refetch: () => Promise<unknown>
}

/** For Refresh and Retry: refetches the query with the cluster's current state. */
export function refetchFresh(query: Readable): void {
  answerAge.demandNew()
  documentAnswers.clear()
  // A pending first request was sent before the click, and TanStack Query would wait only for that one.
  const joinsFirst = query.isFetching && query.dataUpdatedAt === 0
  const asked = query.refetch()
  if (joinsFirst) void asked.then(() => query.refetch())
}
