import { type ApiDocument, renderApiTypes, usedOperations } from '@frostline/cli/testing'
import { expect, it } from 'vitest'
import { openApiDocument } from './openapi-document.ts'

it('gives the command line the types of the API as it is', async () => {
  const document = openApiDocument() as unknown as ApiDocument
  const types = renderApiTypes(document, usedOperations)
  await expect(types).toMatchFileSnapshot('../../../cli/src/api/operations.ts')
})
