export * from './get-incident.ts'
export { type Incident, incident, incidentInput } from './incident-schema.ts'
