import { answerRestRequest } from '@frostline/api'
import { answerSafely } from '../../../../server/answer-safely.ts'
import { createApiContext } from '../../../../server/api-context.ts'

function answer(request: Request): Promise<Response> {
  return answerSafely('rest', (server) =>
    answerRestRequest(request, createApiContext(server, request, 'rest')),
  )
}

export { answer as DELETE, answer as GET, answer as PATCH, answer as POST, answer as PUT }
