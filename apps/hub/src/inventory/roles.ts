import type { DeviceClass } from '@fleet-manager/domain/device-class';
import { sql } from 'kysely';
import type { Db, Trx } from '../database/database.ts';

/** NetBox role slug → what devices of that role are for. */
export type RoleClasses = Readonly<Record<string, DeviceClass>>;

export interface Role {
  readonly netboxId: number;
  readonly slug: string;
  readonly name: string;
  readonly parentId: number | null;
}

/** The roles that the mirror holds, by NetBox id: a slug may come again under another parent. */
export async function readRoles(db: Db | Trx): Promise<ReadonlyMap<number, Role>> {
  const { rows } = await sql<Role>`
    select netbox_id as "netboxId", content ->> 'slug' as slug, content ->> 'name' as name,
           (content ->> 'parentId')::bigint as "parentId"
    from inventory_objects where object_type = 'dcim.devicerole' and tombstoned_at is null
  `.execute(db);
  return new Map(rows.map((role) => [role.netboxId, role]));
}

/** The class of a role: its own slug's, else that of the nearest ancestor which has one; null when none has. */
export function classOfRole(
  roles: ReadonlyMap<number, Role>,
  roleId: number,
  classes: RoleClasses,
): DeviceClass | null {
  const passed = new Set<number>();
  for (let role = roles.get(roleId); role !== undefined && !passed.has(role.netboxId); ) {
    if (Object.hasOwn(classes, role.slug)) return classes[role.slug] ?? null;
    passed.add(role.netboxId);
    role = role.parentId === null ? undefined : roles.get(role.parentId);
  }
  return null;
}
