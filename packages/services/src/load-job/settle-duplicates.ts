import { loadSpec } from '@frostline/domain'
import type { z } from 'zod'
import type { ServiceContext } from '../base/context.ts'
import { parseInput } from '../base/parse-input.ts'
import { changeLoad, refuseLoadState } from './change-status.ts'
import { loadDuplicatesInput } from './job-schema.ts'

/** Chooses what becomes of parts that the table would leave out, for all that the load has not brought in yet. */
export async function settleLoadDuplicates(ctx: ServiceContext, given: z.input<typeof loadDuplicatesInput>) {
  const { id, duplicates } = parseInput(loadDuplicatesInput, given)
  return changeLoad(ctx, id, {
    action: 'load-job.duplicates',
    details: { duplicates },
    decide: (job) => {
      if (job.status === 'completed')
        refuseLoadState(job, 'changed', 'Nothing of it is left to load: start a new load.')
      return { spec: { ...loadSpec.parse(job.spec), duplicates } }
    },
  })
}
