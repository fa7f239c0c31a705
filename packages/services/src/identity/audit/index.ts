export { listAuditDestinations } from './destination/list-destinations.ts'
export {
  createAuditDestination,
  pauseAuditDestination,
  removeAuditDestination,
  resumeAuditDestination,
  testAuditDestination,
  updateAuditDestination,
} from './destination/manage-destinations.ts'
export {
  createDestinationInput,
  destinationRef,
  destinationView,
  updateDestinationInput,
} from './destination/schema.ts'
export { sendDestinationTests } from './destination/send-tests.ts'
export { shipAuditEntries } from './destination/ship-entries.ts'
export { auditLinesPage, exportAudit, exportAuditInput } from './export.ts'
export { auditIntegrity, getAuditIntegrity } from './integrity.ts'
export { auditPage, listAudit, listAuditInput } from './list.ts'
export { removeOldEntries, setAuditRetention, setAuditRetentionInput } from './retention.ts'
export { auditVerification, verifyAudit, verifyAuditDaily, verifyAuditInput } from './verify.ts'
