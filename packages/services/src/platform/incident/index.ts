export * from './get-incident.ts'
export { incident, incidentInput } from './incident-schema.ts'
