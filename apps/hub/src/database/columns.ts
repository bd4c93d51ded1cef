import type { ColumnType } from 'kysely';

/** A jsonb column: read as a value, written as JSON text (the driver would turn a bare array into a PostgreSQL array). */
export type Json<T> = ColumnType<T, string, string>;

/** A timestamptz column. */
export type Timestamp = ColumnType<Date, Date | string, Date | string>;

export type NullableTimestamp = ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
