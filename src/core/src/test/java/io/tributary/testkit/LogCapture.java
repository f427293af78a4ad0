package io.tributary.testkit;

import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;

/** Captures the service's log, including the stack traces of logged exceptions. */
public final class LogCapture extends Handler implements AutoCloseable {
  private final Logger logger = Logger.getLogger("io.tributary");
  private final Level previousLevel = logger.getLevel();
  private final List<String> captured = new CopyOnWriteArrayList<>();

  public LogCapture() {
    logger.addHandler(this);
  }

  @Override
  public void publish(LogRecord entry) {
    StringBuilder out = new StringBuilder(String.valueOf(entry.getMessage()));
    if (entry.getParameters() != null) {
      out.append(' ').append(Arrays.asList(entry.getParameters()));
    }
    for (Throwable t = entry.getThrown(); t != null; t = t.getCause()) {
      out.append(' ').append(t);
    }
    captured.add(out.toString());
  }

  public List<String> linesContaining(String part) {
    return captured.stream().filter(w -> w.contains(part)).toList();
  }

  /** Captures debug messages too. */
  public LogCapture includeDebug() {
    logger.setLevel(Level.ALL);
    return this;
  }

  public int lineCount() {
    return captured.size();
  }

  @Override
  public void flush() {
    // The handler does not buffer.
  }

  @Override
  public void close() {
    logger.removeHandler(this);
    logger.setLevel(previousLevel);
  }
}
