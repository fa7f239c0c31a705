import type { z } from 'zod'
import { authorize } from '../base/authorize.ts'
import type { ServiceContext } from '../base/context.ts'
import { parseInput } from '../base/parse-input.ts'
import { observeLoadTarget } from './observe-target.ts'
import { type LoadTargetView, loadTargetInput } from './schema.ts'

/** Where rows of a table would lie, and what takes part in loading them. */
export async function getLoadTarget(
  ctx: ServiceContext,
  given: z.input<typeof loadTargetInput>,
): Promise<LoadTargetView> {
  await authorize(ctx, 'operator')
  return observeLoadTarget(ctx, parseInput(loadTargetInput, given))
}
