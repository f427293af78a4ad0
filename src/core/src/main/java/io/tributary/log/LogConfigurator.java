package io.tributary.log;

import io.tributary.config.LogConfig;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.Logger;

/**
 * Configures the format of log lines and discards a known error. Destinations and levels stay in
 * {@code conf/logging.properties}.
 */
public final class LogConfigurator {
  /**
   * Strong references: java.util.logging discards unreferenced loggers together with their level
   * and filter.
   */
  private static final Logger ACCESS_LOGGER = Logger.getLogger("io.tributary.http.access");

  private static final Logger CONTEXT_LOGGER = Logger.getLogger(ConnectionPoolErrorFilter.LOGGER);

  private LogConfigurator() {}

  /**
   * @param node node name to include in every JSON line
   */
  public static void apply(LogConfig settings, String node) {
    if (settings.requests()) {
      ACCESS_LOGGER.setLevel(Level.FINE);
    }
    CONTEXT_LOGGER.setFilter(new ConnectionPoolErrorFilter());
    boolean json = settings.format().equals("json");
    for (Handler handler : Logger.getLogger("").getHandlers()) {
      handler.setFormatter(
          json ? new JsonLogFormatter(node) : new RedactingFormatter(handler.getFormatter()));
    }
    if (json) {
      // The handlers keep the original stream.
      System.setErr(new PrintStream(new StderrRedirect(), true, StandardCharsets.UTF_8));
    }
  }
}
