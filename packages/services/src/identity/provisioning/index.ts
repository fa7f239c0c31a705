export { answerScimRequest } from './answer-scim-request.ts'
export {
  provisioningToken,
  replaceProvisioningToken,
  turnOffProvisioning,
  turnOnProvisioning,
} from './manage-provisioning.ts'
