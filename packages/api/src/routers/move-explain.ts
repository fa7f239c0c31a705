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
import { router } from '../trpc.ts'

const tags = ['move explain']
const one = '/clusters/{cluster}/tables/{database}/{table}' as const

export const moveExplainRouter = router({
  get: procedure('viewer')
    .meta({
      openapi: {
        method: 'GET',
        path: `${one}/move-explain`,
        tags,
        summary: 'Explain why parts are where they are, with evidence and fixes',
      },
    })
    .input(explainMovesInput)
    .output(moveExplanation)
    .query(({ ctx, input }) => explainMoves(ctx.service, input)),

  parts: procedure('viewer')
    .meta({
      openapi: {
        method: 'GET',
        path: `${one}/move-explain/parts`,
        tags,
        summary: 'List parts with reasons',
      },
    })
    .input(explainPartsInput)
    .output(explainedParts)
    .query(({ ctx, input }) => explainParts(ctx.service, input)),

  startMoves: procedure('operator')
    .meta({
      openapi: {
        method: 'POST',
        path: `${one}/start-moves`,
        tags,
        summary: 'Send SYSTEM START MOVES for a table to one node',
      },
    })
    .input(startMovesInput)
    .output(z.object({ node: z.string(), statement: z.string() }))
    .mutation(({ ctx, input }) => startMoves(ctx.service, input)),
})
