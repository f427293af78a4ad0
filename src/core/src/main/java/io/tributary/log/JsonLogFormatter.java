package io.tributary.log;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tributary.core.Json;
import io.tributary.core.SafeErrorMessage;
import io.tributary.telemetry.Tracing;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Optional;
import java.util.logging.Formatter;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Formats log records as one JSON object per line.
 *
 * <p>Fields: {@code ts}, {@code level} (ERROR, WARNING, INFO, DEBUG or TRACE), {@code logger},
 * {@code message}, {@code node}, {@code trace_id} if the line belongs to a trace, and {@code
 * exception} with its stack trace if there is one.
 */
final class JsonLogFormatter extends Formatter {
  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.SSS'Z'").withZone(ZoneOffset.UTC);

  /** Finds the trace ID in the message, for lines that are written outside the request's thread. */
  private static final Pattern TRACE_ID = Pattern.compile("\\btrace=([0-9a-f]{32})\\b");

  private final String node;

  JsonLogFormatter(String node) {
    this.node = node;
  }

  @Override
  public String format(LogRecord line) {
    String message = formatMessage(line);
    ObjectNode out =
        Json.object()
            .put("ts", TIME.format(line.getInstant()))
            .put("level", level(line.getLevel()))
            .put("logger", line.getLoggerName())
            .put("message", message)
            .put("node", node);
    traceId(message).ifPresent(t -> out.put("trace_id", t));
    if (line.getThrown() != null) {
      out.put("exception", stack(line.getThrown()));
    }
    return Json.text(out) + "\n";
  }

  private static Optional<String> traceId(String message) {
    Optional<String> now = Tracing.traceId();
    if (now.isPresent() || message == null) {
      return now;
    }
    Matcher m = TRACE_ID.matcher(message);
    return m.find() ? Optional.of(m.group(1)) : Optional.empty();
  }

  /** Maps levels to the System.Logger names, which other tools also recognize. */
  private static String level(Level level) {
    int value = level.intValue();
    return value >= Level.SEVERE.intValue()
        ? "ERROR"
        : value >= Level.WARNING.intValue()
            ? "WARNING"
            : value >= Level.INFO.intValue()
                ? "INFO"
                : value >= Level.FINE.intValue() ? "DEBUG" : "TRACE";
  }

  private static String stack(Throwable thrown) {
    StringWriter out = new StringWriter();
    SafeErrorMessage.sanitize(thrown).printStackTrace(new PrintWriter(out));
    return out.toString().stripTrailing();
  }
}
