export * from './change-teams.ts'
export { type GrantView, grantInput, grantView, viewGrants } from './grant-schema.ts'
export { getUserAccess, listTeams } from './read-teams.ts'
export * from './schema.ts'
