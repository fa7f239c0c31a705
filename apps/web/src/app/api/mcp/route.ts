import { answerMcpRequest } from '@frostline/api'
import { answerSafely } from '../../../server/answer-safely.ts'
import { createApiContext } from '../../../server/api-context.ts'

/** With tokens only, as REST: no cookie opens it. */
function answer(request: Request): Promise<Response> {
  return answerSafely('mcp', (server) => answerMcpRequest(request, createApiContext(server, request, 'rest')))
}

export { answer as DELETE, answer as GET, answer as POST }
