import { answerAuthRequest } from '@frostline/services'
import { answerSafely } from '../../../../server/answer-safely.ts'

function answer(request: Request): Promise<Response> {
  return answerSafely('auth', ({ auth, services }) => answerAuthRequest({ auth, ...services }, request))
}

export { answer as GET, answer as POST }
