export * from './change-teams.ts'
export { grantView, viewGrants } from './grant-schema.ts'
export { getUserAccess, listTeams } from './read-teams.ts'
export * from './schema.ts'
