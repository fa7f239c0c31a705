import type { AccountRole } from '@/auth/use-person.ts'

/** What each role may do, as shown wherever one is chosen. Each includes the ones before it. */
export const meaningOfRole: Record<AccountRole, string> = {
  member: 'Only what own grants and those of teams give.',
  viewer: 'Read-only access.',
  operator: 'Also plans, starts and cancels tier migrations.',
  admin: 'Also registers clusters, and manages users and API tokens.',
}
