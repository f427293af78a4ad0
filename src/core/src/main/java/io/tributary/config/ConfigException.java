package io.tributary.config;

import java.util.List;

/** Invalid configuration; the message lists every fault. */
public final class ConfigException extends Exception {
  private final transient List<String> faults;

  public ConfigException(List<String> faults) {
    super("configuration: " + faults.size() + " fault(s)\n  " + String.join("\n  ", faults));
    this.faults = List.copyOf(faults);
  }

  public List<String> faults() {
    return faults;
  }
}
