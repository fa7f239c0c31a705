export { listSessions, noteSeen, revokeSession, revokeSessionInput, sessionView } from './sessions.ts'
