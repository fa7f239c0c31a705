import { answerAuthRequest } from '@frostline/services'
import { answerSafely } from '../../../../server/answer-safely.ts'
import { addressHeader } from '../../../../server/front/address-header.ts'

function answer(request: Request): Promise<Response> {
  return answerSafely('auth', ({ auth, services }) =>
    answerAuthRequest({ auth, ...services, addressHeader: addressHeader() }, request),
  )
}

export { answer as GET, answer as POST }
