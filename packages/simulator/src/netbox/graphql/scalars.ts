import { GraphQLScalarType, type ValueNode, valueFromASTUntyped } from 'graphql';

function anything(name: string, serialize: (value: unknown) => unknown): GraphQLScalarType {
  return new GraphQLScalarType({
    name,
    serialize,
    parseValue: (value: unknown) => value,
    parseLiteral: (node: ValueNode) => valueFromASTUntyped(node),
  });
}

export const jsonScalar = anything('JSON', (value) => value);
export const bigIntScalar = anything('BigInt', (value) => value);
/** GraphQL shows the offset as `+00:00` where REST shows `Z`. */
export const dateTimeScalar = anything('DateTime', (value) =>
  typeof value === 'string' ? value.replace(/Z$/, '+00:00') : value,
);
/** Decimals travel as text. */
export const decimalScalar = anything('Decimal', (value) => (typeof value === 'number' ? value.toFixed(1) : value));
/** What a filter of the oldest line takes: a word, a number, true or false, or a list of them. */
export const legacyValueScalar = anything('FilterValue', (value) => value);
