export { approveRun, getRunApproval, listWaitingApprovals, previewApproval } from './approve.ts'
export { mayBeginByRules } from './held-run.ts'
export {
  createApprovalRule,
  listApprovalRules,
  removeApprovalRule,
  updateApprovalRule,
} from './rules.ts'
export * from './schema.ts'
