export { openTestServices, type TestServices } from './testing/open-test-services.ts'
