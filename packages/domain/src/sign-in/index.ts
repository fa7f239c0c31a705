export { decideRole, type RoleDecision, type RoleRule } from './decide-role.ts'
export { type Discovery, type DiscoveryJudgement, judgeDiscovery } from './judge-discovery.ts'
export { type Groups, readGroups } from './read-groups.ts'
