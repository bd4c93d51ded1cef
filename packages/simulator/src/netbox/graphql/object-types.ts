import {
  GraphQLBoolean,
  type GraphQLFieldConfig,
  type GraphQLFieldConfigMap,
  GraphQLID,
  GraphQLInt,
  GraphQLList,
  GraphQLNonNull,
  GraphQLObjectType,
  type GraphQLOutputType,
  GraphQLString,
  GraphQLUnionType,
} from 'graphql';
import { mayUse, rowsFor, type User } from '../access.ts';
import { endsOf, peersOf } from '../cabling.ts';
import type { Field, Model } from '../model.ts';
import { models } from '../models/all.ts';
import { idList, isRecord, type Row, text } from '../store.ts';
import type { View } from '../view.ts';
import { absent, typeName } from './names.ts';
import { bigIntScalar, dateTimeScalar, decimalScalar, jsonScalar } from './scalars.ts';

/** What resolvers are given: the tables as seen by one caller. */
export interface Caller {
  readonly view: View;
  readonly user: User;
}

type FieldConfig = GraphQLFieldConfig<Row, Caller>;

/** Rows that the caller may see; a missing right shows as nothing at all, without an error. */
export function seen({ view, user }: Caller, type: string, rows: readonly Row[]): Row[] {
  const model = view.model(type);
  if (!mayUse(user, 'view', model)) return [];
  const allowed = rowsFor(user, 'view', model, view);
  return allowed === null ? [...rows] : rows.filter(allowed);
}

function seenOne(caller: Caller, type: string, id: unknown): Row | null {
  const row = caller.view.store.get(type, id);
  return row === undefined ? null : (seen(caller, type, [row])[0] ?? null);
}

/** Lists of what points here: name of the list, the type listed, its column. */
const reverse: Readonly<Record<string, readonly (readonly [string, string, string])[]>> = {
  'dcim.device': [
    ['interfaces', 'dcim.interface', 'device'],
    ['modules', 'dcim.module', 'device'],
    ['modulebays', 'dcim.modulebay', 'device'],
    ['consoleports', 'dcim.consoleport', 'device'],
    ['consoleserverports', 'dcim.consoleserverport', 'device'],
  ],
  'dcim.site': [
    ['devices', 'dcim.device', 'site'],
    ['racks', 'dcim.rack', 'site'],
    ['locations', 'dcim.location', 'site'],
  ],
  'dcim.location': [
    ['devices', 'dcim.device', 'location'],
    ['racks', 'dcim.rack', 'location'],
    ['children', 'dcim.location', 'parent'],
  ],
  'dcim.rack': [['devices', 'dcim.device', 'rack']],
  'dcim.region': [
    ['sites', 'dcim.site', 'region'],
    ['children', 'dcim.region', 'parent'],
  ],
  'dcim.devicerole': [
    ['devices', 'dcim.device', 'role'],
    ['children', 'dcim.devicerole', 'parent'],
  ],
  'dcim.devicetype': [['instances', 'dcim.device', 'device_type']],
  'dcim.moduletype': [['instances', 'dcim.module', 'module_type']],
  'dcim.module': [['interfaces', 'dcim.interface', 'module']],
  'dcim.cable': [['terminations', 'dcim.cabletermination', 'cable']],
  'virtualization.cluster': [['devices', 'dcim.device', 'cluster']],
};

const cabled = ['dcim.interface', 'dcim.consoleport', 'dcim.consoleserverport'];
const unions: Readonly<Record<string, readonly string[]>> = {
  LinkPeerType: cabled,
  ConnectedEndpointType: cabled,
  CableTerminationTerminationType: cabled,
  MACAddressAssignmentType: ['dcim.interface'],
  IPAddressAssignmentType: ['dcim.interface'],
  PrefixScopeType: ['dcim.region', 'dcim.site', 'dcim.location'],
  ClusterScopeType: ['dcim.region', 'dcim.site', 'dcim.location'],
};

/** The output types, made from the models of the double. */
export class ObjectTypes {
  readonly #view: View;
  readonly #types = new Map<string, GraphQLObjectType<Row, Caller>>();
  readonly #unions = new Map<string, GraphQLUnionType>();
  /** Which type a row of a union is of: a row does not know. */
  readonly #origin = new WeakMap<Row, string>();

  constructor(view: View) {
    this.#view = view;
  }

  of(model: Model): GraphQLObjectType<Row, Caller> {
    let type = this.#types.get(model.type);
    if (type === undefined) {
      type = new GraphQLObjectType<Row, Caller>({ name: typeName(model), fields: () => this.#fields(model) });
      this.#types.set(model.type, type);
    }
    return type;
  }

  #fields(model: Model): GraphQLFieldConfigMap<Row, Caller> {
    const fields: GraphQLFieldConfigMap<Row, Caller> = {
      id: { type: new GraphQLNonNull(GraphQLID) },
      display: { type: new GraphQLNonNull(GraphQLString), resolve: (row, _, { view }) => view.display(model, row) },
    };
    for (const field of model.fields) {
      if (!this.#view.has(field) || field.name === '_depth') continue;
      const config = this.#field(model, field);
      if (config !== null) fields[field.name] = config;
    }
    for (const [name, type, column] of reverse[model.type] ?? []) {
      fields[name] = this.#list(type, (row, { view }) => view.store.table(type).where(column, row.id));
    }
    return { ...fields, ...this.#special(model) };
  }

  #field(model: Model, field: Field): FieldConfig | null {
    switch (field.kind) {
      case 'value': {
        const type = scalarOf(field.name, field.of);
        return { type: field.fallback === null ? type : new GraphQLNonNull(type) };
      }
      case 'choice': {
        const type = field.numeric === true ? GraphQLInt : GraphQLString;
        return { type: field.fallback === null ? type : new GraphQLNonNull(type) };
      }
      case 'ref': {
        const target = models.get(field.to);
        if (target === undefined || absent.includes(field.to)) return null;
        const type = this.of(target);
        return {
          type: field.required === true ? new GraphQLNonNull(type) : type,
          resolve: (row, _, caller) => seenOne(caller, field.to, row[field.name]),
        };
      }
      case 'tags':
        return this.#list('extras.tag', (row, { view }) =>
          idList(row.tags)
            .map((id) => view.store.get('extras.tag', id))
            .filter((tag) => tag !== undefined),
        );
      case 'customFields':
        return {
          type: new GraphQLNonNull(jsonScalar),
          resolve: (row, _, { view }) => view.customFields(model.type, row),
        };
      case 'refs':
        return null;
      case 'computed':
        if (!field.name.endsWith('_count')) return null;
        return {
          type: new GraphQLNonNull(bigIntScalar),
          resolve: (row, _, { view }) => field.render(row, view),
        };
    }
  }

  /** Fields that are not columns of the model. */
  #special(model: Model): GraphQLFieldConfigMap<Row, Caller> {
    const rawFields: FieldConfig = {
      type: new GraphQLNonNull(jsonScalar),
      resolve: (row) => (isRecord(row.custom_fields) ? row.custom_fields : {}),
    };
    switch (model.type) {
      case 'dcim.device':
        return {
          custom_field_data: rawFields,
          config_context: {
            type: new GraphQLNonNull(jsonScalar),
            resolve: (row, _, { view }) => view.render(model, row, { fields: ['config_context'] }).config_context,
          },
        };
      case 'dcim.interface':
        return {
          custom_field_data: rawFields,
          mac_addresses: this.#assigned('dcim.macaddress'),
          ip_addresses: this.#assigned('ipam.ipaddress'),
          ...this.#peers(),
        };
      case 'dcim.consoleport':
      case 'dcim.consoleserverport':
        return this.#peers();
      case 'dcim.cable':
        return {
          a_terminations: this.#unionList('CableTerminationTerminationType', (row, { view }) =>
            endsOf(view, row.id, 'A'),
          ),
          b_terminations: this.#unionList('CableTerminationTerminationType', (row, { view }) =>
            endsOf(view, row.id, 'B'),
          ),
        };
      case 'dcim.cabletermination':
        return {
          cable: this.#one('dcim.cable', (row) => row.cable),
          termination: this.#unionOne('CableTerminationTerminationType', 'termination_type', 'termination_id'),
        };
      case 'dcim.macaddress':
        return {
          assigned_object: this.#unionOne('MACAddressAssignmentType', 'assigned_object_type', 'assigned_object_id'),
        };
      case 'ipam.ipaddress':
        return {
          assigned_object: this.#unionOne('IPAddressAssignmentType', 'assigned_object_type', 'assigned_object_id'),
        };
      case 'ipam.prefix':
        return { scope: this.#unionOne('PrefixScopeType', 'scope_type', 'scope_id') };
      case 'virtualization.cluster':
        return { scope: this.#unionOne('ClusterScopeType', 'scope_type', 'scope_id') };
      case 'dcim.modulebay':
        return {
          installed_module: this.#one(
            'dcim.module',
            (row, { view }) => view.store.table('dcim.module').where('module_bay', row.id)[0]?.id,
          ),
        };
      default:
        return {};
    }
  }

  #peers(): GraphQLFieldConfigMap<Row, Caller> {
    return {
      link_peers: this.#unionList('LinkPeerType', (row, { view }) => peersOf(view, row)),
      connected_endpoints: this.#unionList('ConnectedEndpointType', (row, { view }) => peersOf(view, row)),
    };
  }

  #assigned(type: string): FieldConfig {
    return this.#list(type, (row, { view }) =>
      view.store
        .table(type)
        .where('assigned_object_id', row.id)
        .filter((item) => item.assigned_object_type === 'dcim.interface'),
    );
  }

  #one(type: string, id: (row: Row, caller: Caller) => unknown): FieldConfig {
    return {
      type: this.of(this.#view.model(type)),
      resolve: (row, _, caller) => seenOne(caller, type, id(row, caller)),
    };
  }

  #list(type: string, rows: (row: Row, caller: Caller) => readonly Row[]): FieldConfig {
    return {
      type: listOf(this.of(this.#view.model(type))),
      resolve: (row, _, caller) => seen(caller, type, rows(row, caller)),
    };
  }

  #unionList(name: string, ends: (row: Row, caller: Caller) => readonly { type: string; port: Row }[]): FieldConfig {
    return {
      type: listOf(this.#union(name)),
      resolve: (row, _, caller) =>
        ends(row, caller).flatMap(({ type, port }) => {
          this.#origin.set(port, type);
          return seen(caller, type, [port]);
        }),
    };
  }

  #unionOne(name: string, typeColumn: string, idColumn: string): FieldConfig {
    return {
      type: this.#union(name),
      resolve: (row, _, caller) => {
        const type = text(row[typeColumn]);
        const found = caller.view.findModel(type) === undefined ? null : seenOne(caller, type, row[idColumn]);
        if (found !== null) this.#origin.set(found, type);
        return found;
      },
    };
  }

  #union(name: string): GraphQLUnionType {
    let union = this.#unions.get(name);
    if (union === undefined) {
      union = new GraphQLUnionType({
        name,
        types: (unions[name] ?? []).map((type) => this.of(this.#view.model(type))),
        resolveType: (row: Row) => {
          const model = models.get(this.#origin.get(row) ?? '');
          return model === undefined ? undefined : typeName(model);
        },
      });
      this.#unions.set(name, union);
    }
    return union;
  }
}

export function listOf(type: GraphQLOutputType) {
  return new GraphQLNonNull(new GraphQLList(new GraphQLNonNull(type)));
}

function scalarOf(name: string, of: 'string' | 'integer' | 'decimal' | 'boolean' | 'json') {
  if (name === 'created' || name === 'last_updated') return dateTimeScalar;
  if (of === 'integer') return GraphQLInt;
  if (of === 'decimal') return decimalScalar;
  if (of === 'boolean') return GraphQLBoolean;
  return of === 'json' ? jsonScalar : GraphQLString;
}
