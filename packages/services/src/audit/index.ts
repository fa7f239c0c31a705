export { type AuditEntryView, auditEntryView, auditPage, listAudit, listAuditInput } from './list.ts'
