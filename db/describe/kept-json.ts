import { JsonType } from '@mikro-orm/core';
import { entities } from '../entities/index.ts';

const snakeCase = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** JSON columns, `table.column`, with the type that their entity gives them, as the generated types name it. */
export const keptJson: ReadonlyMap<string, string> = new Map(
  entities.flatMap(({ meta }) =>
    Object.entries(meta.properties as Record<string, { type: unknown }>)
      .filter(([, property]) => property.type === JsonType)
      .map(([name]) => [`${meta.tableName}.${snakeCase(name)}`, `Kept<'${meta.className}', '${name}'>`] as const),
  ),
);
