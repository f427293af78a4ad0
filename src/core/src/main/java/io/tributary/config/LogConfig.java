package io.tributary.config;

/**
 * What log lines look like; their levels stand in {@code conf/logging.properties}.
 *
 * @param format {@code text}: one line with key=value; {@code json}: one object a line
 * @param requests whether every request gets a line, not only those that failed or bring a trace
 */
public record LogConfig(String format, boolean requests) {
  public LogConfig {
    ConfigValidator.of("log").matches("format", format, "text|json").done();
  }
}
