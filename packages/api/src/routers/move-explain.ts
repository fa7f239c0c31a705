import {
  explainedParts,
  explainMoves,
  explainMovesInput,
  explainParts,
  explainPartsInput,
  moveExplanation,
  startMoves,
  startMovesInput,
} from '@frostline/services'
import { z } from 'zod'
import { procedure } from '../procedure.ts'
import { oneTable } from '../scope.ts'
import { restRoutes, router } from '../trpc.ts'

const rest = restRoutes('move explain')
const one = '/clusters/{cluster}/tables/{database}/{table}' as const

export const moveExplainRouter = router({
  get: procedure('viewer', oneTable)
    .meta(rest('GET', `${one}/move-explain`, 'Explain why parts are where they are, with evidence and fixes'))
    .input(explainMovesInput)
    .output(moveExplanation)
    .query(({ ctx, input }) => explainMoves(ctx.service, input)),

  parts: procedure('viewer', oneTable)
    .meta(rest('GET', `${one}/move-explain/parts`, 'List parts with reasons'))
    .input(explainPartsInput)
    .output(explainedParts)
    .query(({ ctx, input }) => explainParts(ctx.service, input)),

  startMoves: procedure('operator', oneTable)
    .meta(rest('POST', `${one}/start-moves`, 'Send SYSTEM START MOVES for a table to one node'))
    .input(startMovesInput)
    .output(z.object({ node: z.string(), statement: z.string() }))
    .mutation(({ ctx, input }) => startMoves(ctx.service, input)),
})
