import {
  getStartHere,
  getStartHereInput,
  markDone,
  markInput,
  markPerson,
  startHere,
} from '@frostline/services'
import { procedure } from '../procedure.ts'
import { everything, own } from '../scope.ts'
import { router } from '../trpc.ts'

/** The checklist of a user. Tokens have none, so there is no REST route. */
export const startHereRouter = router({
  get: procedure('viewer', everything)
    .input(getStartHereInput)
    .output(startHere)
    .query(({ ctx, input }) => getStartHere(ctx.service, input)),

  mark: procedure('viewer', own)
    .input(markInput)
    .output(markDone)
    .mutation(({ ctx, input }) => markPerson(ctx.service, input)),
})
