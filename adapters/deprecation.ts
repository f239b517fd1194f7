import { sunsetDate } from '../routers/deprecation.ts';
import type { ToolMeta } from '../routers/tool-declaration.ts';

/** The headers of every answer of a deprecated tool (docs/versioning.md); none for the others. */
export function deprecationHeaders(tool: ToolMeta | undefined): [string, string][] {
  if (tool?.deprecation === undefined) return [];
  return [
    ['Deprecation', 'true'],
    ['Sunset', sunsetDate(tool.deprecation)],
    ['Link', `</docs/tools/${tool.name}>; rel="deprecation"`],
  ];
}

/** A tool's description; for a deprecated one it begins with the replacement. */
export function describedWithNotice({ description, deprecation }: ToolMeta): string {
  if (deprecation === undefined) return description;
  return `Deprecated, gone from ${deprecation.sunset}: ${deprecation.advice} ${description}`;
}
