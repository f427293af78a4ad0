package io.tributary.config;

/**
 * Log format. Log levels are set in {@code conf/logging.properties}.
 *
 * @param format {@code text}: one line with key=value; {@code json}: one object per line
 * @param requests whether every request is logged, not only failed and traced ones
 */
public record LogConfig(String format, boolean requests) {
  public LogConfig {
    ConfigValidator.of("log").matches("format", format, "text|json").throwIfInvalid();
  }
}
