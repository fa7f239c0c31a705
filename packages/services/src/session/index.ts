export { listSessions, sessionView } from './list.ts'
export { noteSeen } from './note-seen.ts'
export { revokeSession, revokeSessionInput } from './revoke.ts'
