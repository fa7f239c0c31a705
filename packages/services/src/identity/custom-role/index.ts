export * from './custom-roles.ts'
export * from './schema.ts'
