/** A reply with field names and values in turn, or as a map. */
export function asRecord(reply: unknown): Record<string, string> {
  if (reply instanceof Map) return Object.fromEntries(reply) as Record<string, string>;
  if (!Array.isArray(reply)) return { ...(reply as Record<string, string> | null) };
  const record: Record<string, string> = {};
  for (let index = 0; index < reply.length; index += 2) record[String(reply[index])] = String(reply[index + 1]);
  return record;
}
