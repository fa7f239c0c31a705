import { answerScimRequest } from '@frostline/services'
import { answerSafely } from '../../../../../server/answer-safely.ts'

/** With the token of a sign-in provider only: no cookie opens it. */
function answer(request: Request): Promise<Response> {
  return answerSafely('scim', ({ auth, services }) =>
    answerScimRequest({ ...services, publicUrl: auth.publicUrl }, request),
  )
}

export { answer as DELETE, answer as GET, answer as PATCH, answer as POST, answer as PUT }
