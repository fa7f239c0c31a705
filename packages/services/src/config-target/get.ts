import type { z } from 'zod'
import { authorize } from '../base/authorize.ts'
import type { ServiceContext } from '../base/context.ts'
import { parseInput } from '../base/parse-input.ts'
import { readConfigTarget } from './read-target.ts'
import { type ConfigTargetView, configTargetRef } from './schema.ts'

export async function getConfigTarget(
  ctx: ServiceContext,
  given: z.input<typeof configTargetRef>,
): Promise<ConfigTargetView> {
  await authorize(ctx, 'viewer')
  const { cluster } = parseInput(configTargetRef, given)
  return readConfigTarget(ctx.db, cluster)
}
