// Wine sets these variables from its registry, so a program that is to have another home has to set them itself.
const home = process.env['TEST_HOME'];
if (home) {
  Object.assign(process.env, {
    USERPROFILE: home,
    HOMEPATH: home.slice(2),
    APPDATA: `${home}\\AppData\\Roaming`,
    LOCALAPPDATA: `${home}\\AppData\\Local`,
    ProgramData: `${home}\\ProgramData`,
    PATH: `${home}\\bin;${process.env['PATH']}`,
  });
  delete process.env['TEST_HOME'];
}
