export {
  listSessions,
  recordSessionActivity,
  revokeOtherSessions,
  revokeSession,
  revokeSessionInput,
  sessionView,
} from './sessions.ts'
