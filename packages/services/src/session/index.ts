export { listSessions, type SessionView, sessionView } from './list.ts'
export { revokeSession, revokeSessionInput } from './revoke.ts'
