import {
  adviceDone,
  adviceList,
  followAdvice,
  followAdviceInput,
  hideAdvice,
  hideAdviceInput,
  listAdvice,
  listAdviceInput,
  showAdvice,
  showAdviceInput,
} from '@frostline/services'
import { procedure } from '../procedure.ts'
import { wholeCluster } from '../scope.ts'
import { restRoutes, router } from '../trpc.ts'

const rest = restRoutes('overview')

export const adviceRouter = router({
  list: procedure('viewer', wholeCluster)
    .meta(rest('GET', '/clusters/{cluster}/advice', 'List advice with its figures and plans'))
    .input(listAdviceInput)
    .output(adviceList)
    .query(({ ctx, input }) => listAdvice(ctx.service, input)),

  hide: procedure('operator', wholeCluster)
    .meta(rest('POST', '/clusters/{cluster}/advice/hide', 'Snooze or dismiss advice'))
    .input(hideAdviceInput)
    .output(adviceDone)
    .mutation(({ ctx, input }) => hideAdvice(ctx.service, input)),

  show: procedure('operator', wholeCluster)
    .meta(rest('POST', '/clusters/{cluster}/advice/show', 'Show hidden advice again'))
    .input(showAdviceInput)
    .output(adviceDone)
    .mutation(({ ctx, input }) => showAdvice(ctx.service, input)),

  follow: procedure('operator', wholeCluster)
    .meta(
      rest('POST', '/clusters/{cluster}/advice/follow', 'Record what advice promises before following it'),
    )
    .input(followAdviceInput)
    .output(adviceDone)
    .mutation(({ ctx, input }) => followAdvice(ctx.service, input)),
})
