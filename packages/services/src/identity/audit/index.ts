export { auditPage, listAudit, listAuditInput } from './list.ts'
