import {
  activityFilter,
  activityPage,
  activityTimeline,
  addRunNote,
  getActivityTimeline,
  getRunHistory,
  listActivity,
  listActivityInput,
  noteRef,
  runHistory,
  runNoteInput,
  runRef,
} from '@frostline/services'
import { z } from 'zod'
import { procedure } from '../procedure.ts'
import { listed, oneRun } from '../scope.ts'
import { restRoutes, router } from '../trpc.ts'

/** What all kinds of runs have in common. */
const rest = restRoutes('runs')

export const runsRouter = router({
  list: procedure('viewer', listed)
    .meta(rest('GET', '/runs', 'List runs of all kinds, newest first'))
    .input(listActivityInput.extend({ cursor: z.string().max(200).optional() }))
    .output(activityPage)
    .query(({ ctx, input: { cursor, ...input } }) => listActivity(ctx.service, { after: cursor, ...input })),

  timeline: procedure('viewer', listed)
    .meta(rest('GET', '/runs/timeline', 'Get the times at which runs were open, at most the newest 1,000'))
    .input(activityFilter)
    .output(activityTimeline)
    .query(({ ctx, input }) => getActivityTimeline(ctx.service, input)),

  history: procedure('viewer', oneRun)
    .meta(rest('GET', '/runs/{id}/history', 'List the history and the notes of a run, newest first'))
    .input(runRef)
    .output(runHistory)
    .query(({ ctx, input }) => getRunHistory(ctx.service, input)),

  addNote: procedure('operator', oneRun)
    .meta(rest('POST', '/runs/{id}/notes', 'Add a note to a run. Notes cannot be changed or deleted'))
    .input(runNoteInput)
    .output(noteRef)
    .mutation(({ ctx, input }) => addRunNote(ctx.service, input)),
})
