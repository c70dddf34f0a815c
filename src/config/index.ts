/** Settings: the table, how a value is found (flag, environment, config file, default), and where docconv stores files. */
export { closeHome, configFile, docconvHome } from './home.js';
export {
  type LoadedConfig,
  loadConfig,
  loadSettings,
  parseSetting,
  readConfigFile,
  refuseRemovedSettings,
  unknownSettings,
} from './load.js';
export { type Config, envName, SETTING_KEYS, SETTINGS, type Setting, type SettingKey } from './settings.js';
