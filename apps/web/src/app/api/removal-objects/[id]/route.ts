import { answerRemovalObjects } from '@frostline/api'
import { answerSafely } from '../../../../server/answer-safely.ts'
import { createApiContext } from '../../../../server/api-context.ts'

export async function GET(
  request: Request,
  { params }: { params: Promise<{ id: string }> },
): Promise<Response> {
  const { id } = await params
  return answerSafely('removal-objects', (server) =>
    answerRemovalObjects(createApiContext(server, request, 'trpc'), id),
  )
}
