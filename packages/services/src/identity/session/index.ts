export {
  listSessions,
  recordSessionActivity,
  revokeSession,
  revokeSessionInput,
  sessionView,
} from './sessions.ts'
