import { Box, Text } from 'ink';
import type { ReactElement } from 'react';

/** Lines of text, each truncated to exactly one row. */
export function Lines({ lines }: { readonly lines: readonly string[] }): ReactElement {
  return (
    <Box flexDirection="column" flexShrink={0}>
      {lines.map((line, row) => (
        <Text key={row} wrap="truncate">
          {line === '' ? ' ' : line}
        </Text>
      ))}
    </Box>
  );
}
