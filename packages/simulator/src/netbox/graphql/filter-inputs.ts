import {
  GraphQLBoolean,
  GraphQLEnumType,
  GraphQLFloat,
  GraphQLID,
  type GraphQLInputFieldConfigMap,
  GraphQLInputObjectType,
  type GraphQLInputType,
  GraphQLInt,
  GraphQLList,
  GraphQLNonNull,
  GraphQLString,
} from 'graphql';
import type { ChoiceField, Model } from '../model.ts';
import { models } from '../models/all.ts';
import { atLeast, type NetBoxVersion } from '../version.ts';
import type { View } from '../view.ts';
import { absent, enumName } from './names.ts';
import { dateTimeScalar, legacyValueScalar } from './scalars.ts';

function lookup(name: string, of: GraphQLInputType, extra: GraphQLInputFieldConfigMap = {}): GraphQLInputObjectType {
  return new GraphQLInputObjectType({
    name,
    fields: { exact: { type: of }, is_null: { type: GraphQLBoolean }, in_list: { type: list(of) }, ...extra },
  });
}

function list(of: GraphQLInputType) {
  return new GraphQLList(new GraphQLNonNull(of));
}

function comparison(of: GraphQLInputType): GraphQLInputFieldConfigMap {
  return { gt: { type: of }, gte: { type: of }, lt: { type: of }, lte: { type: of } };
}

const textComparison: GraphQLInputFieldConfigMap = Object.fromEntries(
  [
    'i_exact',
    'contains',
    'i_contains',
    'starts_with',
    'i_starts_with',
    'ends_with',
    'i_ends_with',
    'regex',
    'i_regex',
  ].map((name) => [name, { type: GraphQLString }]),
);

/** The `filters` and `pagination` inputs, whose syntax changed with 4.3 and again with 4.5. */
export class FilterInputs {
  readonly #view: View;
  readonly #version: NetBoxVersion;
  readonly #inputs = new Map<string, GraphQLInputObjectType>();
  readonly #enums = new Map<string, GraphQLInputType>();
  readonly #string = lookup('StrFilterLookup', GraphQLString, textComparison);
  readonly #id = lookup('IDComparisonFilterLookup', GraphQLID, comparison(GraphQLID));
  readonly #time = lookup('DatetimeFilterLookup', dateTimeScalar, comparison(dateTimeScalar));
  readonly #integer = lookup('IntFilterLookup', GraphQLInt, comparison(GraphQLInt));
  readonly #float = lookup('FloatFilterLookup', GraphQLFloat, comparison(GraphQLFloat));
  readonly #boolean = new GraphQLInputObjectType({
    name: 'BoolFilterLookup',
    fields: { exact: { type: GraphQLBoolean }, is_null: { type: GraphQLBoolean } },
  });
  readonly pagination: GraphQLInputObjectType;

  constructor(view: View) {
    this.#view = view;
    this.#version = view.version;
    this.pagination = new GraphQLInputObjectType({
      name: 'OffsetPaginationInput',
      fields: {
        offset: { type: GraphQLInt },
        limit: { type: GraphQLInt },
        ...(atLeast(view.version, '4.5') ? { start: { type: GraphQLInt } } : {}),
      },
    });
  }

  of(model: Model): GraphQLInputObjectType {
    let input = this.#inputs.get(model.type);
    if (input === undefined) {
      const fields = () => (atLeast(this.#version, '4.4') ? this.#typed(model) : this.#legacy(model));
      input = new GraphQLInputObjectType({ name: `${model.name}Filter`, fields });
      this.#inputs.set(model.type, input);
    }
    return input;
  }

  /** Names and values of REST. */
  #legacy(model: Model): GraphQLInputFieldConfigMap {
    return Object.fromEntries(Object.keys(model.filters).map((name) => [name, { type: legacyValueScalar }]));
  }

  #typed(model: Model): GraphQLInputFieldConfigMap {
    const strict = atLeast(this.#version, '4.5');
    const own = this.of(model);
    const fields: GraphQLInputFieldConfigMap = {
      id: { type: strict ? this.#id : GraphQLID },
      AND: { type: own },
      OR: { type: own },
      NOT: { type: own },
      DISTINCT: { type: GraphQLBoolean },
    };
    for (const field of model.fields) {
      if (!this.#view.has(field)) continue;
      if (field.kind === 'ref') {
        const target = models.get(field.to);
        if (target !== undefined && !absent.includes(field.to)) fields[field.name] = { type: this.of(target) };
        fields[`${field.name}_id`] = { type: GraphQLID };
      } else if (field.kind === 'choice' && field.numeric !== true) {
        fields[field.name] = { type: this.#choice(model, field, strict) };
      } else if (field.kind === 'tags') {
        const tag = models.get('extras.tag');
        if (tag !== undefined) fields.tags = { type: this.of(tag) };
      } else if (field.kind === 'value') {
        if (field.name === 'created' || field.name === 'last_updated') fields[field.name] = { type: this.#time };
        else if (field.of === 'string') fields[field.name] = { type: this.#string };
        else if (field.of === 'integer') fields[field.name] = { type: this.#integer };
        else if (field.of === 'decimal') fields[field.name] = { type: this.#float };
        else if (field.of === 'boolean') fields[field.name] = { type: this.#boolean };
      }
    }
    for (const [name, filter] of Object.entries(model.filters)) {
      if (filter.kind === 'flag' && fields[name] === undefined) fields[name] = { type: GraphQLBoolean };
    }
    return fields;
  }

  /** From 4.5 an enum needs a lookup (`{exact: STATUS_ACTIVE}`); before, it stands alone and a lookup is refused. */
  #choice(model: Model, field: ChoiceField, strict: boolean): GraphQLInputType {
    const stem = `${field.choices === linkChoices(model) ? 'Link' : model.name}${pascal(field.name)}Enum`;
    const known = this.#enums.get(stem);
    if (known !== undefined) return known;
    const values = Object.keys(field.choices).map((value) => [enumName(field.name, value), { value }] as const);
    const type = new GraphQLEnumType({ name: stem, values: Object.fromEntries(values) });
    const input = strict ? lookup(`${stem}BaseFilterLookup`, type) : type;
    this.#enums.set(stem, input);
    return input;
  }
}

function linkChoices(model: Model) {
  const status = model.type === 'dcim.cable' ? model.fields.find((field) => field.name === 'status') : undefined;
  return status?.kind === 'choice' ? status.choices : undefined;
}

function pascal(name: string): string {
  return name.replace(/(?:^|_)([a-z])/g, (_, letter: string) => letter.toUpperCase());
}
