import { answerCosts } from '@frostline/api'
import { answerSafely } from '../../../../server/answer-safely.ts'
import { createApiContext } from '../../../../server/api-context.ts'

export async function GET(
  request: Request,
  { params }: { params: Promise<{ cluster: string }> },
): Promise<Response> {
  const { cluster } = await params
  return answerSafely('costs', (server) => answerCosts(createApiContext(server, request, 'trpc'), cluster))
}
