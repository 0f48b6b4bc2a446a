/** Help of the option that leaves out other projects. */
export const hereHelp = 'only your own files and those of this project';
