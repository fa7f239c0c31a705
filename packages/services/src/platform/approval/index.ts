export { approveRun, getRunApproval, listWaitingApprovals } from './approve.ts'
export { mayBeginByRules } from './held-run.ts'
export {
  createApprovalRule,
  listApprovalRules,
  removeApprovalRule,
  updateApprovalRule,
} from './rules.ts'
export * from './schema.ts'
