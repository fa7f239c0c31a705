export { answerAuthRequest } from './answer-auth-request.ts'
export { type Authentication, createAuthentication } from './create-auth.ts'

export { readSession } from './read-session.ts'
