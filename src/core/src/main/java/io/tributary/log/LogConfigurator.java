package io.tributary.log;

import io.tributary.config.LogConfig;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.Logger;

/**
 * Has the log lines look as configured. Where they go and which levels they have stays with {@code
 * conf/logging.properties}.
 */
public final class LogConfigurator {
  /** Held: a logger that nobody holds is forgotten, and its level with it. */
  private static final Logger REQUESTS = Logger.getLogger("io.tributary.http.access");

  private LogConfigurator() {}

  /**
   * @param node its name, which every line of JSON has
   */
  public static void like(LogConfig settings, String node) {
    if (settings.requests()) {
      REQUESTS.setLevel(Level.FINE);
    }
    boolean json = settings.format().equals("json");
    for (Handler handler : Logger.getLogger("").getHandlers()) {
      handler.setFormatter(
          json ? new JsonLines(node) : new RedactingFormatter(handler.getFormatter()));
    }
    if (json) {
      // The handlers have the stream that it was before.
      System.setErr(new PrintStream(new StdoutRedirect(), true, StandardCharsets.UTF_8));
    }
  }
}
