import { expect, it } from 'vitest'
import { type ApiDocument, renderApiTypes } from './render-api-types.ts'

const schemas = {
  Any: { anyOf: [{ type: 'string' }, { type: 'array', items: { $ref: '#/components/schemas/Any' } }] },
}
const operation = {
  parameters: [
    { in: 'path', name: 'id', required: true, schema: { type: 'string' } },
    { in: 'query', name: 'limit', schema: { type: 'integer' } },
  ],
  responses: {
    200: {
      content: {
        'application/json': {
          schema: {
            type: 'object',
            required: ['state', 'any'],
            properties: {
              state: { enum: ['open', 'ended'] },
              at: { type: ['string', 'null'] },
              any: { $ref: '#/components/schemas/Any' },
            },
            additionalProperties: {},
          },
        },
      },
    },
  },
}

it('renders parameters, unions, optional fields, and schemas that contain themselves', () => {
  const document: ApiDocument = { paths: { '/runs/{id}': { get: operation } }, components: { schemas } }
  expect(renderApiTypes(document, ['GET /runs/{id}']).split('\n').slice(2)).toEqual([
    'export interface Operations {',
    "  'GET /runs/{id}': {",
    '    path: {',
    '      id: string',
    '    }',
    '    query: {',
    '      limit?: number | undefined',
    '    }',
    '    body: undefined',
    '    answer: {',
    '      state: "open" | "ended"',
    '      at?: string | null | undefined',
    '      any: string | Array<unknown>',
    '    }',
    '  }',
    '}',
    '',
  ])
  expect(() => renderApiTypes(document, ['GET /nothing'])).toThrow('no operation GET /nothing')
})
