import type { ApiContext } from '../context.ts'
import { fail, sendTool, succeed, type ToolResult } from './call-tool.ts'
import { type DescribedTool, describeTool } from './describe-tool.ts'

export const review = () =>
  describeTool({ name: 'review', operation: 'POST /tier-migrations/{id}/review-request' })

/** Saves a plan and sends it for review. Only a person can start it. */
export async function proposeMove(
  tool: DescribedTool,
  input: Readonly<Record<string, unknown>>,
  ctx: ApiContext,
): Promise<ToolResult> {
  const planned = await sendTool(tool, input, ctx)
  if (!planned.ok) return fail(planned.body)
  const { id } = planned.body as { id: string }
  const asked = await sendTool(review(), { id }, ctx)
  if (!asked.ok) return fail(asked.body)
  const cluster = encodeURIComponent(String(input.cluster))
  return succeed({
    id,
    state: 'waits for review',
    approveAt: `${ctx.publicOrigin}/clusters/${cluster}/migrations/${id}`,
  })
}
