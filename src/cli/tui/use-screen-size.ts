import { useStdout } from 'ink';
import { useEffect, useState } from 'react';

export interface ScreenSize {
  readonly columns: number;
  readonly rows: number;
}

export function useScreenSize(): ScreenSize {
  const { stdout } = useStdout();
  const [size, setSize] = useState(() => sizeOf(stdout));
  useEffect(() => {
    const onResize = (): void => setSize(sizeOf(stdout));
    stdout.on('resize', onResize);
    return () => void stdout.off('resize', onResize);
  }, [stdout]);
  return size;
}

/** Some terminals report no size, or 0. */
function sizeOf({ columns, rows }: Partial<ScreenSize>): ScreenSize {
  return { columns: columns || 80, rows: rows || 24 };
}
