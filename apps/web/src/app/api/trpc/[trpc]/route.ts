import { answerTrpcRequest } from '@frostline/api'
import { answerSafely } from '../../../../server/answer-safely.ts'
import { createApiContext } from '../../../../server/api-context.ts'

function answer(request: Request): Promise<Response> {
  return answerSafely('trpc', (server) =>
    answerTrpcRequest(request, createApiContext(server, request, 'trpc')),
  )
}

export { answer as GET, answer as POST }
